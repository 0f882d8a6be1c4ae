/** The element of the page that carries the release document as JSON: `<script type="application/json" id="…">`. */
export const RELEASE_ELEMENT_ID = 'release-document';

const PRERENDERED_FOLDER = 'prerendered';

/**
 * Where builds put the HTML of a page rendered in advance, by the path of its route: `prerendered/index.html` for `/`,
 * `prerendered/a/b.html` for `/a/b`, `prerendered/a/_.html` for `/a/:id`, whose address the page then must not show.
 */
export function prerenderedFile(routePath: string, variant: PageVariant = 'plain'): string {
  const name =
    routePath === '/' ? '/index' : routePath.replaceAll(/:\w+/g, '_').replace(/\*$/, 'everything-else');
  return `${PRERENDERED_FOLDER}${name}${variant === 'plain' ? '' : `.${variant}`}.html`;
}

/**
 * What a page rendered in advance was rendered for: `plain` before any reply of a service, `own` with the prices of the
 * product's own shop, `tenant` with a reseller's name and price. `own` and `tenant` are there only where they differ.
 */
export type PageVariant = 'plain' | 'own' | 'tenant';

/** In pages rendered in advance: what the gateway writes in their place, as text. */
export const PAGE_PLACEHOLDERS = {
  /** The product's price on this page, as people read it. */
  price: '{{price}}',
  /** The fee of reseller rights, as people read it. */
  fee: '{{fee}}',
  tenantName: '{{tenant-name}}',
  /** The slug in the page's address, the reseller's current one where they are known. */
  slug: '{{slug}}',
  /** An element that names it is left out where the reseller has no logo. */
  logo: '{{logo}}',
} as const;

/** In pages rendered in advance: what is written once for each item of a list, between the marks of `listMarks`. */
export const PAGE_LISTS = {
  /** The reseller's own questions. */
  question: { index: '{{index}}', question: '{{question}}', answer: '{{answer}}' },
  /** Where the reseller can be reached. */
  contact: { href: '{{contact-href}}', text: '{{contact-text}}' },
} as const;
export type PageList = keyof typeof PAGE_LISTS;

/** The attribute by which the build finds the items of a list in what React rendered. */
export const LIST_ATTRIBUTE = 'data-list';

export const listMarks = (list: PageList) => ({ start: `{{#${list}}}`, end: `{{/${list}}}` });

/** Of the shell's `<html>`: replaced by the colors of the reseller whose page it is, and left out on all others. */
export const LOOK_PLACEHOLDER = ' data-look=""';

/** `data-look` of a page in a reseller's colors, which the styles then take from custom properties. */
export const OWN_LOOK = 'own';

/** The custom property with a tone of one theme: `--lp-dark-signal`. */
export const toneVariable = (mode: 'light' | 'dark', tone: string) => `--lp-${mode}-${tone}`;

/** How old prices, names and colors in the HTML of a page may be, in milliseconds. */
export const PAGE_REPLIES_FRESH_MS = 1000;

/** `<script type="application/json" id="…">`: the replies that the page was written with, so that the live page shows the same. */
export const PAGE_DATA_ELEMENT_ID = 'page-data';

/** Replies of services by the keys under which the page's reads find them. */
export type PageData = [key: string[], reply: unknown][];

/** In such a file: before it the tags for the document's head, after it the page as React renders it in one Suspense. */
export const PRERENDERED_HEAD_END = '<!--/head-->';

/** In the tags for the head: where the public origin belongs. */
export const ORIGIN_PLACEHOLDER = '{{origin}}';

/** In the tags for the head, behind the origin: where the path that was asked for belongs. */
export const PATH_PLACEHOLDER = '{{path}}';

/** Marks head tags that came with the page, until the live page has taken them over or brought its own. */
export const PRERENDERED_TAG = 'data-prerendered';

/** Is in the shell's page wherever the nonce of the reply belongs, once for each inline script and style. */
export const NONCE_PLACEHOLDER = '%NONCE%';

/** Is in the head of the shell's page, where the release document and the preloads belong. */
export const HEAD_PLACEHOLDER = '<!--head-->';

/** `<meta name="page-token">`: proves in reports that the page was served, and to which network. */
export const PAGE_TOKEN_NAME = 'page-token';

/** Where builds put files for the root of the site: `public/embed.js` of a released build is served at `/embed.js`. */
export const PUBLIC_FOLDER = 'public';

/** The one Trusted Types policy beside the page's own: for HTML that is parsed to be read, never shown or run. */
export const INERT_HTML_POLICY = 'inert-html';
