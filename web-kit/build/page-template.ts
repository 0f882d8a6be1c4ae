import fs from 'node:fs';
import path from 'node:path';
import { BRAND } from '../../contracts/src/brand.ts';
import { accentTones } from '../../contracts/src/commerce/accent-color.ts';
import {
  HEAD_PLACEHOLDER,
  LOOK_PLACEHOLDER,
  NONCE_PLACEHOLDER,
  OWN_LOOK,
  toneVariable,
} from '../../contracts/src/gateway/page.ts';
import { THEME_KEY } from '../src/theme/theme-key.ts';
import { COLORS, cssVariables, type Mode } from '../src/theme/tokens.ts';
import { fontFaces } from './display-font.ts';
import { ICON } from './icon.ts';
import { TRUSTED_TYPES_SCRIPT } from './trusted-types.ts';

const TONES = Object.keys(accentTones('#000000').light);

/** A reseller's page takes these tokens from the properties that its `<html>` brings. */
const ownTones = (mode: Mode) =>
  TONES.map((tone) => `--lp-color-${tone}:var(${toneVariable(mode, tone)})`).join(';');
const OWN = `[data-look="${OWN_LOOK}"]`;

const THEME_STYLE = [
  `:root{color-scheme:light;${cssVariables('light')}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${cssVariables('dark')}}}`,
  `:root[data-theme="dark"]{color-scheme:dark;${cssVariables('dark')}}`,
  `:root${OWN}{${ownTones('light')}}`,
  `@media (prefers-color-scheme:dark){:root${OWN}:not([data-theme="light"]){${ownTones('dark')}}}`,
  `:root${OWN}[data-theme="dark"]{${ownTones('dark')}}`,
].join('\n');

/** Runs before the first paint, so that a chosen theme never flashes the other one. */
const THEME_SCRIPT = `try{let t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

function baseStyle(): string {
  const file = path.resolve(import.meta.dirname, '../src/theme/base.css');
  return (
    fs
      .readFileSync(file, 'utf8')
      // oxlint-disable-next-line regexp/no-super-linear-move -- our own stylesheet
      .replaceAll(/\s*\n\s*/g, '')
      // oxlint-disable-next-line regexp/no-super-linear-move -- our own stylesheet
      .replaceAll(/\s*([{}:;,])\s+/g, '$1')
  );
}

/** The shell's page, for the gateway to fill in: a nonce per answer, the release document and the preloads. */
export function pageTemplate(fontHref: string): string {
  return `<!doctype html>
<html lang="en"${LOOK_PLACEHOLDER}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name}</title>
<meta name="theme-color" content="${COLORS.light.ground}" media="(prefers-color-scheme:light)">
<meta name="theme-color" content="${COLORS.dark.ground}" media="(prefers-color-scheme:dark)">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="preload" as="font" type="font/woff2" href="${fontHref}" crossorigin>
<style nonce="${NONCE_PLACEHOLDER}">
${THEME_STYLE}
${fontFaces(fontHref)}
${baseStyle()}
</style>
<script nonce="${NONCE_PLACEHOLDER}">${TRUSTED_TYPES_SCRIPT};${THEME_SCRIPT}</script>
${HEAD_PLACEHOLDER}
</head>
<body>
<div id="root"></div>
<noscript>${BRAND.name} needs JavaScript to show this page.</noscript>
</body>
</html>
`;
}
