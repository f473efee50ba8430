/** Languages, frameworks and front-end libraries. The notation is explained in lexicon.ts. */
export const software = `
# language
TypeScript: =TS, type script
JavaScript: =JS, java script
Python: python3
Go: =Go, golang
Rust: =Rust
Java: =Java
Kotlin
Swift: =Swift
C#: c#, csharp, dotnet
C++: c++, cpp
Ruby: =Ruby
PHP: =PHP
Elixir
Erlang
Scala
Clojure
Haskell
Zig: =Zig
Dart: =Dart
Lua
Perl
Bash: =Bash, shell scripts, shell script
WebAssembly: wasm
# runtime
Node.js: nodejs, =Node, node js
Deno
# back-end framework
Express: expressjs, =Express
Fastify
Hono: =Hono
NestJS: nest js, =Nest
Koa: =Koa
Django
Flask: =Flask
FastAPI: fast api
Ruby on Rails: rails, ror
Laravel
Spring Boot: spring boot, =Spring, springboot
Quarkus
Phoenix: =Phoenix
ASP.NET: aspnet, asp net
Gin: =Gin
Axum
Actix
# user interface framework
React: =React, reactjs
Vue: vuejs, =Vue
Svelte
Angular: angularjs
SolidJS: =Solid, solid js
Preact
Ember: =Ember, emberjs
Alpine.js: alpinejs
htmx
jQuery
Lit: =Lit
Web components: ~web component, ~custom element
Qwik
Vanilla JavaScript: ~vanilla js, ~plain javascript, ~vanilla javascript
# site framework
Next.js: nextjs, =Next
Nuxt: nuxtjs
Remix: =Remix
Astro: =Astro
Gatsby
SvelteKit: svelte kit
Hugo: =Hugo
Jekyll
Eleventy: 11ty
# mobile framework
React Native: =RN
Flutter
Ionic: =Ionic
Expo: =Expo
SwiftUI: swift ui
Electron
Tauri
Capacitor: =Capacitor
Native apps: ~native app
# styling
Tailwind: tailwindcss, tailwind css
Bootstrap: =Bootstrap
CSS Modules: ~css module
styled-components: ~styled component
Emotion: =Emotion
CSS-in-JS: css in js
Sass: scss
Material UI: =MUI, material ui
Chakra UI: chakra
shadcn/ui: shadcn, shadcn ui
# forms
Formik
React Hook Form: react hook form, rhf
TanStack Form: tan stack form
Final Form: react final form
# client state
Redux: redux toolkit, =RTK, redux thunk, redux saga
NgRx
Signals: ~signal
RxJS
Zustand
MobX
Recoil: =Recoil
Jotai
XState
React Context: context api
TanStack Query: react query
Apollo Client: =Apollo
Relay: =Relay
Pinia
Vuex
SWR: =SWR
`;
