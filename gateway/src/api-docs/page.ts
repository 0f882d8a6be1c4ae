import { BRAND } from '@leadping/contracts/brand';

/** Same values as `web-kit/src/theme/tokens.ts`, which services may not import. */
const LIGHT = {
  ground: '#fbfaf6',
  raised: '#ffffff',
  sunken: '#f3f0e8',
  line: '#e6e2d8',
  text: '#10141f',
  quiet: '#545a6b',
  signal: '#4338f5',
};
const DARK: typeof LIGHT = {
  ground: '#10141f',
  raised: '#181d2b',
  sunken: '#0b0e16',
  line: '#2b3142',
  text: '#fbfaf6',
  quiet: '#aab1c3',
  signal: '#8f88ff',
};
const TEXT_FONT = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif';
const CODE_FONT = 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, monospace';

const variables = (colors: typeof LIGHT) =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Maps our variables to those of the viewer. */
const VIEWER = `
  --scalar-font: ${TEXT_FONT}; --scalar-font-code: ${CODE_FONT};
  --scalar-background-1: var(--ground); --scalar-background-2: var(--sunken); --scalar-background-3: var(--line);
  --scalar-background-accent: color-mix(in srgb, var(--signal) 12%, transparent);
  --scalar-color-1: var(--text); --scalar-color-2: var(--quiet); --scalar-color-3: var(--quiet);
  --scalar-color-accent: var(--signal); --scalar-border-color: var(--line);
  --scalar-sidebar-background-1: var(--sunken); --scalar-sidebar-color-1: var(--text);
  --scalar-sidebar-color-2: var(--quiet); --scalar-sidebar-color-active: var(--signal);
  --scalar-sidebar-border-color: var(--line); --scalar-sidebar-item-hover-background: var(--line);
  --scalar-sidebar-search-background: var(--raised); --scalar-sidebar-search-border-color: var(--line);
  --scalar-sidebar-search-color: var(--quiet); --scalar-custom-header-height: 56px;
`;

const STYLE = `
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
body { margin: 0; overflow-x: clip; background: var(--ground); color: var(--text); font: 1rem/1.6 ${TEXT_FONT}; }
.bar { position: sticky; top: 0; z-index: 20; box-sizing: border-box; height: 56px; display: flex; align-items: center;
  gap: 24px; padding: 0 24px; background: var(--ground); border-bottom: 1px solid var(--line); }
.bar a { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; color: var(--text); text-decoration: none; }
.bar a:first-child { margin-right: auto; font-weight: 700; font-size: 1.125rem; }
.bar svg { color: var(--signal); }
.bar a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--signal); outline-offset: 2px; }
.first { max-width: 68ch; margin: 0 auto; padding: 64px 24px; }
.first h1 { font-size: 2rem; line-height: 1.15; letter-spacing: -0.015em; }
body:has(.scalar-app) .first { display: none; }
.light-mode, .dark-mode { ${VIEWER} }
@media (max-width: 480px) { .bar { padding: 0 16px; gap: 16px; } }
@media (max-height: 480px) { .bar { position: static; } }
`;

/**
 * The viewer follows the visitor's color scheme, sends no calls from the page, and offers no services of its vendor.
 */
const CONFIGURATION = {
  withDefaultFonts: false,
  telemetry: false,
  theme: 'none',
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  defaultOpenAllTags: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  metaData: { title: `${BRAND.name} API` },
};

const MARK = `<svg width="26" height="26" viewBox="0 0 32 32" fill="none" stroke="currentColor" aria-hidden="true"><circle cx="16" cy="16" r="4" fill="currentColor" stroke="none"/><circle cx="16" cy="16" r="9" stroke-width="2.4" opacity=".7"/><circle cx="16" cy="16" r="14.2" stroke-width="1.8" opacity=".35"/></svg>`;

/** Our header and first words show immediately. The viewer (some megabytes) replaces the words when it is loaded. */
export const API_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND.name} API</title>
<meta name="description" content="Every call of the ${BRAND.name} platform: what it takes, what it replies, and who may use it.">
<link rel="icon" href="/favicon.ico">
<style>${STYLE}</style>
</head>
<body>
<header class="bar"><a href="/">${MARK}${BRAND.name}</a><a href="/support">Support</a><a href="/api/docs/openapi.json" download="openapi.json">OpenAPI</a></header>
<div class="first"><h1>${BRAND.name} API</h1><p>Every call of the platform: what it takes, what it replies, and who may use it. The list is loading; the same is in <a href="/api/docs/openapi.json">the OpenAPI document</a>.</p></div>
<script id="api-reference" data-url="/api/docs/openapi.json" data-configuration='${JSON.stringify(CONFIGURATION)}'></script>
<script src="/api/docs/reference.js" async></script>
</body>
</html>
`;
