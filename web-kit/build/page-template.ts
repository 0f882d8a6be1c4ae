import fs from 'node:fs';
import path from 'node:path';
import { BRAND } from '../../contracts/src/brand.ts';
import { HEAD_PLACEHOLDER, NONCE_PLACEHOLDER } from '../../contracts/src/gateway/page.ts';
import { THEME_KEY } from '../src/theme/theme-key.ts';
import { COLORS, cssVariables } from '../src/theme/tokens.ts';
import { fontFaces } from './display-font.ts';

const THEME_STYLE = [
  `:root{color-scheme:light;${cssVariables('light')}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${cssVariables('dark')}}}`,
  `:root[data-theme="dark"]{color-scheme:dark;${cssVariables('dark')}}`,
].join('\n');

/** Runs before the first paint, so that a chosen theme never flashes the other one. */
const THEME_SCRIPT = `try{let t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${COLORS.light.signal}"><circle cx="16" cy="16" r="5" fill="${COLORS.light.signal}"/><circle cx="16" cy="16" r="10" stroke-width="2.5"/><circle cx="16" cy="16" r="14.5" stroke-width="1.5" opacity=".5"/></svg>`;

function baseStyle(): string {
  const file = path.resolve(import.meta.dirname, '../src/theme/base.css');
  return fs
    .readFileSync(file, 'utf8')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(/\s*([{}:;,])\s+/g, '$1');
}

/** The shell's page, for the gateway to fill in: a nonce per answer, the release document and the preloads. */
export function pageTemplate(fontHref: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="preload" as="font" type="font/woff2" href="${fontHref}" crossorigin>
<style nonce="${NONCE_PLACEHOLDER}">
${THEME_STYLE}
${fontFaces(fontHref)}
${baseStyle()}
</style>
<script nonce="${NONCE_PLACEHOLDER}">${THEME_SCRIPT}</script>
${HEAD_PLACEHOLDER}
</head>
<body>
<div id="root"></div>
<noscript>${BRAND.name} needs JavaScript to show this page.</noscript>
</body>
</html>
`;
}
