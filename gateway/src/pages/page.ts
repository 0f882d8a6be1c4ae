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

/** A page as it is kept, ready but for what differs from reply to reply. */
export interface Page {
  /** 404 where no app claims the path; the shell then shows its page for that. */
  status: 200 | 404;
  /** @param reply `path` as it was asked for. */
  html: (reply: { nonce: string; path: string; pageToken: string; replies: PageReplies | null }) => string;
  /** For `103 Early Hints`. */
  links: string[];
}

// backtracks: pages of the release, each written once
const NO_SCRIPT = /<noscript>.*?<\/noscript>/s;
const ROOT = '<div id="root"></div>';

/**
 * Writes the shell's page for a path: the release document, preloads of everything the page will load, and the page
 * itself where its app rendered it in advance. Null where no shell is released.
 * @param origin the product's public address, for links that have to be absolute.
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
  // A page that came with its text does not say that it cannot be shown without scripts.
  const end = content ? ending.replace(NO_SCRIPT, '') : ending;
  // A page that brings a title replaces the shell's.
  const opening = tags.includes('<title') ? start.replace(/<title>[^<]*<\/title>/, '') : start;
  const links = preloads.map(content ? loadedTag : preloadTag).join('');
  const meta = tags.replaceAll(ORIGIN_PLACEHOLDER, options.origin);
  const release = releaseTag(variant);
  const map = importMapOf(variant);
  const body = fillIn(content);
  const headTags = fillIn(meta);
  return {
    status,
    // Only the template's own marks are filled in: nothing that is inserted can borrow the nonce.
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
    // A module that is fetched before the import map is read would go without its hash.
    links: [
      ...shell.preload.map((preload) => preloaded(shell, preload)),
      ...preloads.filter(({ isModule }) => !isModule),
    ].map(linkHeader),
  };
}

/** Which page a path shows. Paths of the same plan have the same page. */
export interface PagePlan {
  key: string;
  claim: Claim | undefined;
  prerendered: string | null;
  replies: PageReplies | null;
  status: 200 | 404;
}

/**
 * @param options `findReplies` finds what the page is written with; it is not called for a page that does not come with
 * its text. Without replies such a page shows the platform's own shop, which a tenant's host must not.
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
    // One page may be for all paths that have none.
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

/** All that the page loads beside the shell's own first files, each once, the app's entry first. */
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

/** The file of a variant; of a page that is the same for all, the only one. */
function findPrerendered({ build, route }: Claim, variant: PageVariant): string | null {
  const find = (name: PageVariant) => {
    const file = prerenderedFile(route.path, name);
    return build.files.some(({ path }) => path === file) ? file : null;
  };
  return find(variant) ?? find('plain');
}

/** The path of a request as text within an attribute, without a slash at its end. */
const attributeOf = (path: string) => escapeHtml(withoutTrailingSlashes(path));

const tokenTag = (token: string) => `<meta name="${PAGE_TOKEN_NAME}" content="${token}">`;

const isStyle = (href: string) => href.endsWith('.css');
const isScript = (href: string) => /\.m?js$/.test(href);

/**
 * The hashes of the remotes that are ES modules: `import` takes no hash itself. Null where there are none.
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

/** With the same integrity and crossorigin as the load itself, or the browser fetches twice. */
function preloadTag({ href, integrity, isModule }: Preload): string {
  if (!isStyle(href) && !isScript(href)) return '';
  if (isModule)
    return `<link rel="modulepreload" href="${href}" integrity="${integrity}" crossorigin="anonymous">`;
  const as = isStyle(href) ? 'style' : 'script';
  return `<link rel="preload" as="${as}" href="${href}" integrity="${integrity}" crossorigin="anonymous">`;
}

/** A page that can be read before any script has run needs its styles at once. */
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

/** JSON that cannot end the script element it stands in. */
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
