// The conformance suite imports globSync of node:fs, which exists since Node 22; only its client tests need it. Load
// this file with `node --import` to run the suite on Node 20.
import { register } from 'node:module';

const fs = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`;
const hooks = `export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)}, shortCircuit: true }
    : next(specifier, context);`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
