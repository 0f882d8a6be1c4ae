import {
  HEAD_PLACEHOLDER,
  LOOK_PLACEHOLDER,
  NONCE_PLACEHOLDER,
  ORIGIN_PLACEHOLDER,
  PAGE_DATA_ELEMENT_ID,
  PAGE_TOKEN_NAME,
  type PageVariant,
  PATH_PLACEHOLDER,
  PRERENDERED_HEAD_END,
  prerenderedFile,
  RELEASE_ELEMENT_ID,
} from '@leadping/contracts/gateway/page';
import escapeHtml from 'escape-html';
import type { BuildManifest, PreloadedFile } from '@leadping/contracts/release';
import { findPattern } from '@leadping/contracts/route-match';
import { withoutTrailingSlashes } from '../http/request-paths.ts';
import { assetHref } from '../releases/release-state.ts';
import { preloaded, type Variant } from '../releases/variant.ts';
import { fillIn } from './fill-in.ts';
import type { PageReplies } from './page-replies.ts';
import type { ReadText } from './read-text.ts';

/** A cached page without the parts that differ per reply. */
export interface Page {
  /** 404 if no app claims the path. The shell then shows its not-found page. */
  status: 200 | 404;
  /** @param reply `path` is the requested path. */
  html: (reply: { nonce: string; path: string; pageToken: string; replies: PageReplies | null }) => string;
  /** For `103 Early Hints`. */
  links: string[];
}

const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;
const ROOT = '<div id="root"></div>';

/**
 * Writes the shell's page for a path: the release document, preloads for everything the page loads, and its
 * prerendered HTML if there is any. Null if no shell is released.
 * @param origin the product's public address, for absolute links
 */
export async function writePage(
  variant: Variant,
  { claim, prerendered: file, status }: PagePlan,
  options: { origin: string; readText: ReadText },
): Promise<Page | null> {
  const { shell } = variant;
  const template = shell && (await options.readText(shell, 'index.html'));
  if (!shell || !template) return null;
  const preloads = claim ? preloadsOf(variant, claim) : [];
  const inAdvance = claim && file ? await options.readText(claim.build, file) : null;
  const [tags, content] = splitOnce(inAdvance ?? PRERENDERED_HEAD_END, PRERENDERED_HEAD_END);

  const [start, rest] = splitOnce(template, HEAD_PLACEHOLDER);
  const [middle, ending] = splitOnce(rest, ROOT);
  // Prerendered pages work without scripts, so the notice is removed.
  const end = content ? ending.replace(NO_SCRIPT, '') : ending;
  // The title of a prerendered page replaces the shell's.
  const opening = tags.includes('<title') ? start.replace(/<title>[^<]*<\/title>/, '') : start;
  const links = preloads.map(content ? loadedTag : preloadTag).join('');
  const meta = tags.replaceAll(ORIGIN_PLACEHOLDER, options.origin);
  const release = releaseTag(variant);
  const map = importMapOf(variant);
  const body = fillIn(content);
  const headTags = fillIn(meta);
  return {
    status,
    // Only the template's own placeholders are filled, so that inserted content cannot get the nonce.
    html: ({ nonce, path, pageToken, replies }) => {
      const filled = (part: string) =>
        part.replaceAll(NONCE_PLACEHOLDER, nonce).replace(LOOK_PLACEHOLDER, replies?.look ?? '');
      const importMap = map ? `<script type="importmap" nonce="${nonce}">${map}</script>` : '';
      const head =
        importMap +
        links +
        headTags(replies ?? undefined, path).replaceAll(PATH_PLACEHOLDER, () => attributeOf(path)) +
        tokenTag(pageToken) +
        release +
        (replies ? dataTag(replies) : '');
      return `${filled(opening)}${head}${filled(middle)}<div id="root">${body(replies ?? undefined, path)}</div>${filled(end)}`;
    },
    // A module that is fetched before the import map is parsed would load without an integrity check.
    links: [
      ...shell.preload.map((preload) => preloaded(shell, preload)),
      ...preloads.filter(({ isModule }) => !isModule),
    ].map(linkHeader),
  };
}

/** The page that a path shows. Paths with the same plan have the same page. */
export interface PagePlan {
  key: string;
  claim: Claim | undefined;
  prerendered: string | null;
  replies: PageReplies | null;
  status: 200 | 404;
}

/**
 * @param options `findReplies` finds the data that fills the page. It is called only for prerendered pages. Without
 * that data such a page shows the platform's own shop, which a tenant's host must not show.
 */
export async function planPage(
  variant: Variant,
  pathname: string,
  options: { isTenantHost: boolean; findReplies: () => Promise<PageReplies | null> },
): Promise<PagePlan> {
  const claim = findClaim(variant, pathname);
  const hasText = claim !== undefined && findPrerendered(claim, 'plain') !== null;
  const replies = hasText ? await options.findReplies() : null;
  const isShown = replies !== null || !options.isTenantHost;
  const prerendered = hasText && isShown ? findPrerendered(claim, replies?.variant ?? 'plain') : null;
  return {
    key: prerendered ?? claim?.route.path ?? 'not found',
    claim,
    prerendered,
    replies,
    // `/*` is the page for unknown paths.
    status: claim && claim.route.path !== '/*' ? 200 : 404,
  };
}

type BuiltRoute = BuildManifest['routes'][number];

interface Claim {
  build: BuildManifest;
  route: BuiltRoute;
}

function findClaim({ builds }: Variant, pathname: string): Claim | undefined {
  const claims = builds.flatMap((build) => build.routes.map((route) => ({ build, route })));
  return findPattern(claims, pathname, ({ route }) => route.path);
}

interface Preload extends PreloadedFile {
  /** An ES module: it is preloaded, and loaded, as one. */
  isModule?: boolean;
}

/** Lists the files that the page loads in addition to the shell's first files. The app's entry is first. */
function preloadsOf({ shell }: Variant, { build, route }: Claim): Preload[] {
  const isModule = build.format === 'module';
  const own = [...new Set([...build.preload, ...route.preload])].map((file) => ({
    ...preloaded(build, file),
    isModule: isModule && isScript(file),
  }));
  if (!shell) return own;
  const needs = [...new Set([...build.needs.filter((need) => route.needs.includes(need)), ...route.needs])];
  const shared = new Set(needs.flatMap((need) => shell.provides[need] ?? []));
  const alreadyThere = new Set(shell.preload);
  return [
    ...own,
    ...[...shared].filter((file) => !alreadyThere.has(file)).map((file) => preloaded(shell, file)),
  ];
}

/** The prerendered file of a variant, or the only file if the page has no variants. */
function findPrerendered({ build, route }: Claim, variant: PageVariant): string | null {
  const find = (name: PageVariant) => {
    const file = prerenderedFile(route.path, name);
    return build.files.some(({ path }) => path === file) ? file : null;
  };
  return find(variant) ?? find('plain');
}

/** The request path for an HTML attribute, without a slash at the end. */
const attributeOf = (path: string) => escapeHtml(withoutTrailingSlashes(path));

const tokenTag = (token: string) => `<meta name="${PAGE_TOKEN_NAME}" content="${token}">`;

const isStyle = (href: string) => href.endsWith('.css');
const isScript = (href: string) => /\.m?js$/.test(href);

/**
 * Integrity hashes of the remotes that are ES modules, because `import` accepts no hash. Null if no remote is one.
 * https://html.spec.whatwg.org/multipage/webappapis.html#import-map-integrity
 */
function importMapOf({ builds }: Variant): string | null {
  const files = builds
    .filter(({ format }) => format === 'module')
    .flatMap((build) =>
      build.files.map(({ path, integrity }) => [assetHref(build, path), integrity] as const),
    )
    .filter(([href]) => isScript(href));
  return files.length > 0 ? escapeForScript(JSON.stringify({ integrity: Object.fromEntries(files) })) : null;
}

/** Uses the same integrity and crossorigin as the actual load, otherwise the browser fetches the file twice. */
function preloadTag({ href, integrity, isModule }: Preload): string {
  if (!isStyle(href) && !isScript(href)) return '';
  if (isModule)
    return `<link rel="modulepreload" href="${href}" integrity="${integrity}" crossorigin="anonymous">`;
  const as = isStyle(href) ? 'style' : 'script';
  return `<link rel="preload" as="${as}" href="${href}" integrity="${integrity}" crossorigin="anonymous">`;
}

/** Loads styles immediately, because a prerendered page is readable before any script runs. */
function loadedTag(file: Preload): string {
  if (!isStyle(file.href)) return preloadTag(file);
  return `<link rel="stylesheet" href="${file.href}" integrity="${file.integrity}" crossorigin="anonymous">`;
}

function linkHeader({ href, integrity }: Preload): string {
  return `<${href}>; rel=preload; as=${isStyle(href) ? 'style' : 'script'}; crossorigin=anonymous; integrity="${integrity}"`;
}

function dataTag({ data }: PageReplies): string {
  return `<script type="application/json" id="${PAGE_DATA_ELEMENT_ID}">${escapeForScript(JSON.stringify(data))}</script>`;
}

function releaseTag({ document }: Variant): string {
  return `<script type="application/json" id="${RELEASE_ELEMENT_ID}">${escapeForScript(JSON.stringify(document))}</script>`;
}

/** Escapes JSON so that it cannot close its script element. */
const escapeForScript = (json: string) =>
  json
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)];
}
