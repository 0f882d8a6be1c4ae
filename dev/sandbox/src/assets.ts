import { readFileSync } from 'node:fs';

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

const load = (name: string, kind: keyof typeof TYPES) => ({
  body: readFileSync(new URL(`../assets/${name}.${kind}`, import.meta.url), 'utf8'),
  type: TYPES[kind],
});

export const assets: ReadonlyMap<string, { body: string; type: string }> = new Map([
  ['base.css', load('base', 'css')],
  ['pay.css', load('pay', 'css')],
  ['overview.css', load('overview', 'css')],
  ['overview.js', load('overview', 'js')],
]);
