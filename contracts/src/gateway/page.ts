/** The element that contains the release document as JSON: `<script type="application/json" id="…">`. */
export const RELEASE_ELEMENT_ID = 'release-document';

const PRERENDERED_FOLDER = 'prerendered';

/**
 * The file of a prerendered page by its route: `prerendered/index.html` for `/`, `prerendered/a/b.html` for `/a/b`,
 * and `prerendered/a/_.html` for `/a/:id`. The HTML of the latter must not depend on the parameter.
 */
export function prerenderedFile(routePath: string, variant: PageVariant = 'plain'): string {
  const name =
    routePath === '/' ? '/index' : routePath.replaceAll(/:\w+/g, '_').replace(/\*$/, 'everything-else');
  return `${PRERENDERED_FOLDER}${name}${variant === 'plain' ? '' : `.${variant}`}.html`;
}

/**
 * The variant of a prerendered page: `plain` without data of services, `own` with the prices of the product's own
 * shop, `tenant` with a reseller's name and price. `own` and `tenant` exist only if they differ from `plain`.
 */
export type PageVariant = 'plain' | 'own' | 'tenant';

/**
 * Placeholders in prerendered pages. The build writes them, and the gateway replaces them with escaped text. Released
 * builds keep them, so their form must not change.
 */
export const PAGE_PLACEHOLDERS = {
  /** The displayed price of the product. */
  price: '{{price}}',
  /** The displayed fee of reseller rights. */
  fee: '{{fee}}',
  tenantName: '{{tenant-name}}',
  /** The slug in the page's address. If the reseller is known, their current slug. */
  slug: '{{slug}}',
  /** An element with this placeholder is removed if the reseller has no logo. */
  logo: '{{logo}}',
  /** Within what time a reseller's support replies. */
  supportReply: '{{support-reply}}',
  /** The reseller's answer to what happens if a buyer does not like the product. */
  refund: '{{refund}}',
  /** The reseller's guarantee, or that they give none. */
  guaranteeFact: '{{guarantee-fact}}',
  /** What the terms say about prices and tax. */
  taxTerms: '{{tax-terms}}',
  /** The role of the seller whom the page names. */
  sellerRole: '{{seller-role}}',
} as const;

/** Placeholders that repeat for each item of a list, between the marks of `listMarks`. */
export const PAGE_LISTS = {
  /** The reseller's own questions. */
  question: { index: '{{index}}', question: '{{question}}', answer: '{{answer}}' },
  /** The notice that no payment is real. Empty in live mode. */
  testMode: {},
  /** Contacts of the reseller. */
  contact: { href: '{{contact-href}}', text: '{{contact-text}}' },
  /** What the page's seller is, and how to reach them. */
  sellerFact: { name: '{{seller-fact}}', value: '{{seller-value}}' },
  sellerLink: { name: '{{seller-link}}', href: '{{seller-href}}', text: '{{seller-text}}' },
  /** Which details of the seller are missing. Empty if none is. */
  sellerMissing: { text: '{{seller-missing}}' },
  /** The seller's name and country in the footer. Empty if they are not known. */
  sellerLine: { text: '{{seller-line}}' },
  /** The reseller's guarantee. Empty if they give none. */
  guarantee: { text: '{{guarantee}}' },
  /** Who sells if it is not the seller of the page. Empty otherwise. */
  sellerOfRecord: { text: '{{seller-of-record}}' },
  /** Whether a price contains tax. Empty if the seller has no tax added. */
  taxNote: { text: '{{tax-note}}' },
  /** Claims about the product with a number. */
  claim: { value: '{{claim}}', label: '{{claim-label}}' },
  testimonial: { text: '{{testimonial}}', name: '{{testimonial-name}}', role: '{{testimonial-role}}' },
} as const;
export type PageList = keyof typeof PAGE_LISTS;

/**
 * How pages name their places to the build. `data-fill="price"` is on an element that has only text, which becomes the
 * placeholder of that name. `data-fill-href` does the same for `href`.
 */
export const FILL_ATTRIBUTE = 'data-fill';

/** The first attribute of each item of a list. Inside, `data-fill` names a placeholder of that list. */
export const LIST_ATTRIBUTE = 'data-list';

export const listMarks = (list: PageList) => ({ start: `{{#${list}}}`, end: `{{/${list}}}` });

/** Attribute of the shell's `<html>`. Replaced by the colors of the page's reseller, removed on all other pages. */
export const LOOK_PLACEHOLDER = ' data-look=""';

/** `data-look` of a page in a reseller's colors. The styles then read custom properties. */
export const OWN_LOOK = 'own';

/** The custom property of a tone in one theme, such as `--lp-dark-signal`. */
export const toneVariable = (mode: 'light' | 'dark', tone: string) => `--lp-${mode}-${tone}`;

/** Maximum age of prices, names and colors in the HTML of a page, in ms. */
export const PAGE_REPLIES_FRESH_MS = 1000;

/**
 * `<script type="application/json" id="…">` with the data that filled the page, so that the live page shows the same.
 */
export const PAGE_DATA_ELEMENT_ID = 'page-data';

/** Replies of services by the query keys under which the page reads them. */
export type PageData = [key: string[], reply: unknown][];

/** Separator in a prerendered file: head tags before it, the page as rendered by React in one Suspense after it. */
export const PRERENDERED_HEAD_END = '<!--/head-->';

/** Placeholder in head tags for the public origin. */
export const ORIGIN_PLACEHOLDER = '{{origin}}';

/** Placeholder in head tags for the requested path, after the origin. */
export const PATH_PLACEHOLDER = '{{path}}';

/** Marks prerendered head tags until the live page has adopted or replaced them. */
export const PRERENDERED_TAG = 'data-prerendered';

/** Placeholder in the shell's page for the nonce of the reply, once for each inline script and style. */
export const NONCE_PLACEHOLDER = '%NONCE%';

/** Placeholder in the head of the shell's page for the release document and preloads. */
export const HEAD_PLACEHOLDER = '<!--head-->';

/** `<meta name="page-token">`: proves in reports that the page was served and to which network. */
export const PAGE_TOKEN_NAME = 'page-token';

/** The folder of files for the site's root: `public/embed.js` of a released build is served at `/embed.js`. */
export const PUBLIC_FOLDER = 'public';

/** The only Trusted Types policy besides the page's own: for HTML that is parsed but never shown or run. */
export const INERT_HTML_POLICY = 'inert-html';
