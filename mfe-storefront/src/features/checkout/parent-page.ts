import { BRAND } from '@leadping/contracts/brand';
import { isEmbeddable } from '@leadping/contracts/gateway/embeddable';

/** Messages between an embedded sales page and the page that embeds it; `public/embed.js` speaks the other side. */
const MESSAGES = {
  ready: `${BRAND.messagePrefix}FRAME_READY`,
  height: `${BRAND.messagePrefix}FRAME_HEIGHT`,
  redirect: `${BRAND.messagePrefix}STRIPE_REDIRECT`,
  parentUrl: `${BRAND.messagePrefix}PARENT_URL_UPDATE`,
} as const;

const STORAGE_KEY = 'parent-url';

let known: string | null = null;

export function isEmbedded(): boolean {
  return window.parent !== window;
}

/** The address of the embedding page, once it has sent it; kept for the session. */
export function findParentUrl(): string | null {
  try {
    known ??= sessionStorage.getItem(STORAGE_KEY);
  } catch {
    // A frame whose storage is refused knows its parent until it is loaded again.
  }
  return known;
}

function keepParentUrl(url: string): void {
  known = url;
  try {
    sessionStorage.setItem(STORAGE_KEY, url);
  } catch {
    // As above.
  }
}

/** To the parent's exact origin once it is known; before, only what every page may read. */
function tellParent(message: { type: string; url?: string; height?: number }): void {
  const parent = findParentUrl();
  window.parent.postMessage(message, parent ? new URL(parent).origin : '*');
}

/**
 * Receives the embedding page's address: only from the parent window itself, and only an `https` address of the very
 * origin that sends it.
 */
function hearParent(onKnown: () => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    const { type, parentUrl } = (data ?? {}) as { type?: unknown; parentUrl?: string };
    if (source !== window.parent || type !== MESSAGES.parentUrl || !origin.startsWith('https:')) return;
    // What begins with an origin is an address: nothing else has to be parsed to know whose it is.
    if (!`${parentUrl}/`.startsWith(`${origin}/`)) return;
    keepParentUrl(new URL(`${parentUrl}`).href);
    onKnown();
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
}

/** Opens beside the embedding page what may not stand in it: the gateway refuses it there, and so would the payment. */
function openBeside(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
  if (!link || isEmbeddable(link.pathname)) return;
  event.preventDefault();
  open(link.href, '_blank', 'noopener');
}

/**
 * Keeps an embedding page informed: that the sales page is there, and how high it is; links to other pages open beside it.
 * Nothing outside a frame.
 */
export function joinParent(): () => void {
  if (!isEmbedded()) return () => undefined;
  const tellHeight = () => {
    if (findParentUrl()) tellParent({ type: MESSAGES.height, height: document.body.scrollHeight });
  };
  const leave = hearParent(tellHeight);
  const sizes = new ResizeObserver(tellHeight);
  sizes.observe(document.body);
  // Before the router sees it, which would show that page in here.
  addEventListener('click', openBeside, true);
  tellParent({ type: MESSAGES.ready });
  return () => {
    leave();
    sizes.disconnect();
    removeEventListener('click', openBeside, true);
  };
}

/** Asks the embedding page to take the visitor to the payment page. */
export function askParentToRedirect(url: string): void {
  tellParent({ type: MESSAGES.redirect, url });
}
