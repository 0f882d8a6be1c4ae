import { BRAND } from '../../contracts/src/brand.ts';
import { cssVariables } from '../src/theme/tokens.ts';

/** The key of local storage that keeps the visitor's choice of theme. */
export const THEME_KEY = 'theme';

const THEME_STYLE = [
  `:root{color-scheme:light;${cssVariables('light')}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${cssVariables('dark')}}}`,
  `:root[data-theme="dark"]{color-scheme:dark;${cssVariables('dark')}}`,
].join('\n');

/** Runs before the first paint, so that a chosen theme never flashes the other one. */
const THEME_SCRIPT = `try{var t=localStorage.getItem(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

/**
 * The shell's page. The gateway writes a fresh nonce for each `%NONCE%`, and puts the release document, preloads and a
 * page's own head tags where `<!--head-->` stands.
 */
export function pageTemplate(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style nonce="%NONCE%">
${THEME_STYLE}
</style>
<script nonce="%NONCE%">${THEME_SCRIPT}</script>
<!--head-->
</head>
<body>
<div id="root"></div>
<noscript>${BRAND.name} needs JavaScript to show this page.</noscript>
</body>
</html>
`;
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="5" fill="#4338F5"/><circle cx="16" cy="16" r="10" fill="none" stroke="#4338F5" stroke-width="2.5"/><circle cx="16" cy="16" r="14.5" fill="none" stroke="#4338F5" stroke-width="1.5" opacity=".5"/></svg>`;
