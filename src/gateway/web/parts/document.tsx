import type { Child } from 'hono/jsx';
import { assetPath } from '../assets/assets.ts';

const htmxConfig = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
});

/** A whole page as text. `charts` loads the library for time series. */
export function documentOf(title: string, body: Child, { charts = false } = {}): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${title} · Dewey`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={htmxConfig} />
        <link rel="icon" type="image/svg+xml" href={assetPath('icon.svg')} />
        <link rel="stylesheet" href={assetPath('viewer.css')} />
        {charts ? <link rel="stylesheet" href={assetPath('uplot.css')} /> : null}
        <script src={assetPath('htmx.js')} defer />
        <script src={assetPath('viewer.js')} defer />
        {charts ? <script src={assetPath('uplot.js')} defer /> : null}
        {charts ? <script src={assetPath('charts.js')} defer /> : null}
      </head>
      <body>{body}</body>
    </html>
  );
  return `<!doctype html>${page}`;
}
