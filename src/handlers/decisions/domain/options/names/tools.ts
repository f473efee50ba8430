/** Build, test and checking tools, and language models. The notation is explained in lexicon.ts. */
export const tools = `
# bundler
Webpack: web pack
Vite
Rollup: =Rollup
esbuild: es build
Parcel: =Parcel
Create React App: create react app, =CRA
Turbopack
# test tool
Jest
Vitest
Mocha
Cypress: =Cypress
Playwright
Selenium
Puppeteer
pytest
JUnit
Testing Library: react testing library
Storybook: story book
Testcontainers: test containers
Mocks: ~mock
Snapshot tests: ~snapshot test
Pact: =Pact
k6
Locust: =Locust
JMeter
RSpec
Testify
TestNG
# linter
ESLint: es lint
Prettier
Biome: =Biome
Ruff: =Ruff
SonarQube: sonar qube
Snyk
RuboCop: rubo cop
# schema validation
Zod
Joi: =Joi
Yup: =Yup
Ajv
Valibot
JSON Schema
Pydantic
# language model
OpenAI: =GPT, gpt 4, gpt 4o, openai api
Claude: anthropic
Gemini: =Gemini
Llama: llama 3, ollama
Mistral
LangChain: lang chain
Retrieval-augmented generation: =RAG, ~retrieval augmented generation
Fine-tuning: ~fine tune, ~finetune
`;
