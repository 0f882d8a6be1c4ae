/** The element of the page that carries the release document as JSON: `<script type="application/json" id="…">`. */
export const RELEASE_ELEMENT_ID = 'release-document';

const PRERENDERED_FOLDER = 'prerendered';

/**
 * Where builds put the HTML of a page rendered in advance, by the path of its route: `prerendered/index.html` for `/`,
 * `prerendered/a/b.html` for `/a/b`, `prerendered/a/_.html` for `/a/:id`, whose address the page then must not show.
 */
export function prerenderedFile(routePath: string): string {
  const name = routePath === '/' ? '/index' : routePath.replaceAll(/:\w+/g, '_');
  return `${PRERENDERED_FOLDER}${name}.html`;
}

/** In such a file: before it the tags for the document's head, after it the page as React renders it in one Suspense. */
export const PRERENDERED_HEAD_END = '<!--/head-->';

/** In the tags for the head: where the public origin belongs. */
export const ORIGIN_PLACEHOLDER = '{{origin}}';

/** In the tags for the head, behind the origin: where the path that was asked for belongs. */
export const PATH_PLACEHOLDER = '{{path}}';

/** Marks head tags that came with the page, until the live page has taken them over or brought its own. */
export const PRERENDERED_TAG = 'data-prerendered';

/** Is in the shell's page wherever the nonce of the answer belongs, once for each inline script and style. */
export const NONCE_PLACEHOLDER = '%NONCE%';

/** Is in the head of the shell's page, where the release document and the preloads belong. */
export const HEAD_PLACEHOLDER = '<!--head-->';

/** `<meta name="page-token">`: proves in reports that the page was served, and to which network. */
export const PAGE_TOKEN_NAME = 'page-token';

/** Where builds put files for the root of the site: `public/embed.js` of a released build is answered at `/embed.js`. */
export const PUBLIC_FOLDER = 'public';
