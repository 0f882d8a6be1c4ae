import { isEmbeddable, isForCustomers } from '@leadping/contracts/gateway/embeddable';
import { INERT_HTML_POLICY } from '@leadping/contracts/gateway/page';
import { VIOLATIONS_PATH } from '@leadping/contracts/gateway/violation-routes';

type Header = readonly [name: string, value: string];

const HSTS: Header = ['strict-transport-security', 'max-age=63072000; includeSubDomains; preload'];

const NO_SNIFFING: Header = ['x-content-type-options', 'nosniff'];
const EVERYWHERE: readonly Header[] = [NO_SNIFFING, ['referrer-policy', 'strict-origin-when-cross-origin']];

const API: readonly Header[] = [
  ...EVERYWHERE,
  ['cache-control', 'no-store'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ['cross-origin-resource-policy', 'same-origin'],
];
const API_IN_PRODUCTION = [...API, HSTS];

/** Default headers of replies under /api. A service can override them. */
export function apiSecurityHeaders(isProduction: boolean): readonly Header[] {
  return isProduction ? API_IN_PRODUCTION : API;
}

/** An image opened directly is a document. This policy blocks scripts and requests in it. */
const DOCUMENT: Header = [
  'content-security-policy',
  "default-src 'none'; style-src 'unsafe-inline'; sandbox",
];

const ASSET: readonly Header[] = [
  NO_SNIFFING,
  ['access-control-allow-origin', '*'],
  ['cross-origin-resource-policy', 'cross-origin'],
  ['timing-allow-origin', '*'],
];

/**
 * Scripts and stylesheets get fewer headers, because they are never documents and the landing page waits for every
 * byte.
 */
export function assetSecurityHeaders(isProduction: boolean): (type: string) => readonly Header[] {
  const always = isProduction ? [...ASSET, HSTS] : ASSET;
  const withDocument = [...always, DOCUMENT];
  return (type) => (/^text\/(javascript|css)/.test(type) ? always : withDocument);
}

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const REPORTS = 'csp';
/**
 * Only these policies may turn text into code: the page's own (`web-kit/build/trusted-types.ts`) and one for inert
 * documents.
 */
const TRUSTED_TYPES = `require-trusted-types-for 'script'; trusted-types default ${INERT_HTML_POLICY}`;

export function pageSecurityHeaders(options: {
  pathname: string;
  nonce: string;
  isProduction: boolean;
  /** A developer's machine that serves the build of a preview. */
  loadsFrom?: string | null;
  /** Origins of payment pages. Browsers check a form's redirects too. */
  paymentOrigins: readonly string[];
  /** Proves that a violation report comes from a served page. */
  pageToken: string;
}): Header[] {
  const { nonce, isProduction } = options;
  const reports = `${VIOLATIONS_PATH}?page=${options.pageToken}`;
  const also = options.loadsFrom ? ` ${options.loadsFrom}` : '';
  const embeddable = isEmbeddable(options.pathname);
  const isPrivate = isForCustomers(options.pathname);
  // In development the embedding page may use plain http.
  const anyParent = isProduction ? 'https:' : 'https: http://localhost:* http://127.0.0.1:*';
  const directives = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${also}`,
    `style-src 'self' 'nonce-${nonce}'${also}`,
    // Prerendered pages use style attributes for layout.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${also}`,
    `font-src 'self'${also}`,
    `media-src 'self' data:${also}`,
    `connect-src 'self'${also}`,
    "frame-src 'self'",
    "manifest-src 'self'",
    // Only pages with a buy button are embeddable.
    ["form-action 'self'", ...(embeddable ? options.paymentOrigins : [])].join(' '),
    "base-uri 'none'",
    isPrivate ? "frame-ancestors 'none'" : `frame-ancestors 'self'${embeddable ? ` ${anyParent}` : ''}`,
    ...(isProduction && !also ? ['upgrade-insecure-requests'] : []),
    ...(also ? [] : [TRUSTED_TYPES]),
    `report-uri ${reports}`,
    // Browsers that support `report-to` ignore `report-uri`, but they accept no reporting endpoint on plain http.
    ...(isProduction ? [`report-to ${REPORTS}`] : []),
  ];
  return [
    ...EVERYWHERE,
    ['content-security-policy', directives.join('; ')],
    // The reload of a development build violates this policy, so violations are only reported to the developer's
    // console.
    ...(also ? [['content-security-policy-report-only', TRUSTED_TYPES] as const] : []),
    // For browsers without frame-ancestors. This header cannot name several parents.
    ...(embeddable ? [] : [['x-frame-options', isPrivate ? 'DENY' : 'SAMEORIGIN'] as const]),
    // Later than the general one, so that it applies. A mailed link opens these pages.
    ...(isPrivate ? [['referrer-policy', 'same-origin'] as const] : []),
    ['permissions-policy', PERMISSIONS],
    ['cross-origin-opener-policy', embeddable ? 'same-origin-allow-popups' : 'same-origin'],
    ...(isProduction ? [HSTS, ['reporting-endpoints', `${REPORTS}="${reports}"`] as const] : []),
  ];
}
