/** Matters of interfaces, apps, tests and models. The notation is explained in read.ts. */
export const products = `
modules js.esm: esm, es modules, esm-only, import syntax, import-syntax, native modules, module syntax
modules js.cjs: commonjs, cjs, require, require(), dual package, dual build*, both formats, ship both, doppelte auslieferung, exports map
bundler.modern: vite, esbuild, rollup, rspack, turbopack, parcel, swc, bun build, esm-first, esm first, modern bundler
bundler.webpack: webpack, create-react-app, cra, browserify, grunt, gulp, legacy bundler
bundler.none: import maps, no bundler, native es modules, no build step, no bundling, unbundled
bundler.: bundler, bundling, dev server, packaging toolchain, frontend build, hot reload, waiting per boot, js build
render.server: ssr, server rendering, server rendered, server-side render*, server-rendered, next.js, nextjs, nuxt, remix, vorgerendert, auf dem server, sveltekit, seo, server components
render.client: spa, client rendered, client-rendered, client-only, single page, plain spa, csr, react spa, js-anwendung
render.static: static export, static site, ssg, astro, gatsby, hugo, eleventy, jekyll, prerender*
hypermedia.: htmx, server templates, hotwire, turbo, livewire, liveview, progressive enhancement, multi page, unpoly, alpine.js
ui framework.react: react, preact
ui framework.vue: vue
ui framework.angular: angular
ui framework.light: svelte, solid, lit, vanilla js, no framework
ui framework.old: jquery, backbone, knockout, ember, angularjs
ui framework.: frontend framework, ui framework, ui library
ui state.light: zustand, jotai, pinia, nanostores, valtio, recoil
ui state.redux: redux, redux toolkit, rtk, vuex, ngrx, mobx, time-travel, reducers
ui state.: client store, state management, global state, store library, slices
server state.: tanstack query, react query, swr, apollo client, rtk query, server data, loading state, data fetching
url state.: query string, url state, shareable, deep link*, filter state
styles.utility: tailwind, utility classes, utility first, unocss, windicss
styles.modules: css modules, plain css, sass, scss, bem, vanilla css, less
styles.js: css-in-js, css in js, styled-components, styled components, emotion, vanilla-extract
styles.: styling, stylesheets, css
design system.: design system, component library, material ui, mui, shadcn, radix, storybook, bootstrap, ant design, chakra, design tokens, own components
micro frontends.: micro frontend*, microfrontend*, module federation, single-spa, iframes
web components.: web component*, custom element*, shadow dom, stencil
forms.: form library, react hook form, formik, final form, form validation, zod, yup, validation library
i18n.: i18n, translation*, locale*, icu messages, gettext, fluent, weblate, crowdin, ubersetzung*, formatjs, mehrsprachig*
a11y.: accessibility, wcag, screen reader*, aria, axe, barrierefrei*, keyboard navigation
images web.: webp, avif, image optim*, responsive images, svg icons, icon font*, sprite, lazy load*
fonts.: web font*, system fonts, google fonts, self hosted fonts
themes.: dark mode, theming, css variables, themes
browsers.: browser support, internet explorer, ie11, polyfill*, browserslist, safari support, evergreen browsers
client lists.: infinite scroll, load more, virtual list, virtuali*
dates.: moment, date-fns, luxon, dayjs, temporal api
charts.: d3, chart.js, echarts, highcharts, recharts, plotly, canvas charts
editor.: prosemirror, tiptap, slate, quill, ckeditor, lexical, rich text, tinymce, monaco, codemirror
mobile.native: native apps, swift + kotlin, swift and kotlin, swiftui + compose, native ios, native android, stay native, nativ, per platform
mobile.cross: react native, flutter, cross platform, cross-platform, one code base, single codebase, xamarin, maui, ionic, capacitor, both platforms, shared code, expo, cordova
mobile.logic: kotlin multiplatform, kmp, shared domain logic, shared business logic, gemeinsame geschaftslogik
mobile.web: pwa, progressive web app, web app, mobile web
mobile.: mobile devs, app store, mobile app, two stores, ios and android
mobile ui.declarative: jetpack compose, swiftui, declarative ui, compose
mobile ui.views: xml layouts, xml fragments, uikit, storyboard*, view interop, xib, programmatic*
offline.with: offline first, offline-first, local first, local-first, works offline, sync in the background, background sync, uploads later, reconcil*, device store, without reception, no signal, w/o reception, tunnels, local db, crdt
offline.without: online only, require network, require signal, needs a connection, no offline, without network error
offline.: offline, synchroni*, cached data, reception, connectivity, on the device
mobile store.: room, realm, core data, sqldelight, objectbox, hive, watermelondb, swiftdata, local persistence, on device database, grdb
push notices.: push notification*, fcm, apns, unifiedpush, firebase messaging, play services, websocket push
app shipping.store: play store, app store, testflight, app bundle, aab
app shipping.other: f-droid, sideload*, apk, direct download, codepush, in-app update*
app shipping.: fastlane, app release*, store review
desktop.web: electron, tauri, webview, cef, nw.js, neutralino
desktop.native: qt, gtk, wxwidgets, winui, wpf, javafx, avalonia, swing, imgui, egui, slint, appkit, qml
desktop.: desktop app, desktop client, toolkit, desktop*
linux packages.bundle: flatpak, snap, appimage, flathub, snapcraft
linux packages.native: deb, rpm, distro packag*, copr, apt, ppa, aur
linux packages.: homebrew, winget, msi, installer, msix, linux packag*, nsis, pkg installer
display.wayland: wayland, wlroots
display.x: x11, xorg, xwayland
display.: compositor, window system, hidpi
graphics.new: vulkan, metal, webgpu, wgpu, d3d12, directx 12
graphics.old: opengl, webgl, opengl es, directx 9, directx 11, d3d11, fixed function
graphics.: renderer, rendering backend, shader*, gpu api
engine.: unity, unreal, godot, bevy, game engine, own engine, entity component system, physics engine, ecs, gdscript, box2d, bullet physics
audio.new: pipewire, wasapi, opus, av1, vp9
audio.old: pulseaudio, alsa, jack, h264, mp3
audio.: webrtc, codec*, ffmpeg, gstreamer, hls, dash, transcod*, media pipeline
mocks.real: testcontainers, real database, real postgres, actual database, actual instance, echte datenbank, against real, in docker, real dependencies, no mocking, no mocks
mocks.fake: mocks, mock, mocking, stubs, fakes, h2, in-memory sqlite, in memory database, attrappen, in-memory, mockito, wiremock, test doubles
mocks.: integration test*, integrationstest*, repository tests, persistence layer, test suite, rolled back per test
e2e tool.playwright: playwright, webkit, multi tab, puppeteer
e2e tool.cypress: cypress
e2e tool.selenium: selenium, webdriver, selenium grid, protractor, capybara
e2e tool.: e2e, end to end, end-to-end, browser tests, ui tests, specs, oberflachentest*
e2e amount.less: smoke journeys, smoke tests, fewer e2e, cut down, api level tests, test pyramid, e2e deleted, e2e suite deleted, manual release checklist
e2e amount.more: full ui regression, full regression, e2e suite
contract tests.: pact, consumer-driven, consumer driven, contract test*, contract testing, shared staging, schema compatibility, buf breaking
mobile tests.cross: appium, maestro, detox, cross-platform ui test*
mobile tests.native: espresso, xcuitest, per platform test*, robolectric
mobile tests.: screenshot test*, emulator, device farm, paparazzi, smoke flows, yaml flows
test runner.new: vitest, pytest, junit 5, node test, kotest, bun test, nextest
test runner.old: jest, mocha, jasmine, karma, unittest, nose, junit 4, testng
test runner.: rspec, minitest, xunit, nunit, test runner, test framework, phpunit, gtest, googletest, catch2
flaky.quarantine: quarantin*, side lane, excluded from the gate, separate lane, skip flaky, deadline for repair
flaky.retry: rerun*, reruns, test retries, retry failed, rerun failed, up to 3
flaky.strict: retries are forbidden, no reruns, no retries, failure is a failure, delete at once, fix immediately
flaky.: flaky, flakiness, intermittent, nondeterministic, unreliable, unreliable test*, unreliable specs, unzuverlassig*, sporadic
waits.: sleep, sleep(), explicit wait*, wait for condition, auf bedingungen warten
matrix.nightly: nightly, overnight, nachts, scheduled workflow, at 3am, quick job, linux only, smoke configuration, nightly matrix
matrix.every: on each pull request, on every pr, bei jedem pr, full matrix, every platform on pr, all platforms, full grid, everything everywhere
matrix.: os matrix, version matrix, windows and macos, os/version, matrix, gates merges, interpreter combos, pr runs, gpu tests, gpu-tests
test selection.: test impact, affected tests, changed files, whole suite, test selection
coverage.: coverage, coverage gate, codecov, testabdeckung, coverage threshold*
mutation.: mutation test*, stryker, pitest
test data.: fixtures, factories, factory bot, seed data, anonymised data, production data, synthetic data, testdaten
snapshots.: snapshot test*, golden file*, golden master, visual regression, percy, chromatic, approval test*, screenshot compar*
property.: property based, property-based, hypothesis, quickcheck, fast-check, proptest
load.: load test*, k6, gatling, jmeter, locust, performance test*, benchmark*, lasttest*
manual test.: manual qa, qa team, exploratory, testers, manual test*, tester
tdd.: tdd, test first, test driven, tests before
notebooks.code: converted to modules, in module*, modules with tests, rewrite as modules, no ipynb, no notebooks, notebooks gehen nicht
notebooks.run: papermill, notebooks in production, runs notebooks, notebook jobs
notebooks.: notebook*, ipynb, jupyter, nbstripout, marimo
ml framework.torch: pytorch, torch, lightning
ml framework.tensorflow: tensorflow, tf, keras
ml framework.jax: jax, flax, tpu
ml framework.both: multi-backend, keep both, both backends, both frameworks
ml framework.: training code, single backend, sole framework, model package
serving.onnx: onnx, onnxruntime, tensorrt, openvino, onnx runtime
serving.native: native torch, torchserve, torch model, pytorch serving, fastapi process, flask wrappers
serving.server: triton, bentoml, kserve, seldon, ray serve, inference server, dynamic batching
serving.: serving, inference, model server, serving image, model endpoint, predict*
device inference.: core ml, tflite, on device, on-device, cloud inference, edge inference
quantise.with: int8, quantis*, quantiz*, 4bit, 4 bit, gptq, awq, quant, cpu nodes, distill*
quantise.without: fp16, full precision, quant rolled back, bf16
quantise.: gpu fleet, gpus, gpu, accuracy loss, recall fell
llm place.own: vllm, llama, mistral, open-weights, open weights, self-hosted model, own gpus, ollama, own rack, local model, whisper, on our own hardware, lokales modell
llm place.hosted: openai, azure openai, gpt-4*, gpt4*, hosted llm, hosted api, claude, anthropic, gemini, bedrock, cloud api, llm api, vertex
llm place.: llm, chat assistant, summaris*, chatbot, language model, sprachmodell*, third-party processors, transcription
llm gateway.: litellm, llm gateway, provider abstraction, direct sdk, langchain, swap providers, model router
finetune.: fine-tun*, finetun*, lora, prompt engineering, few shot, rag
experiments.hosted: weights & biases, wandb, w&b, neptune, comet, hosted tracking
experiments.own: mlflow, tensorboard, shared disk, csv in git, clearml, aim
experiments.: experiment tracking, training runs, model registry, tracking server, dvc
model files.safe: safetensors, weights_only, skops, without executable content, ohne ausfuhrbar*
model files.pickle: pickle*, pickled, torch.save, joblib, .pt, weights_only=false
model files.: checkpoints, model weights, gewichtsdatei*, ckpts
features store.: feature store, feast, tecton, feature pipeline
cli.: cli framework, argparse, click, cobra, clap, command line, subcommands
workflow place.: temporal, camunda, workflow engine, bpmn, state machine, zeebe, step functions
monolingual.: rewrite in, ported to, port to, umgeschrieben
`;
