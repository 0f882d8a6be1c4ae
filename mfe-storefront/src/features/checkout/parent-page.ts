import { BRAND } from '@leadping/contracts/brand';
import { isEmbeddable } from '@leadping/contracts/gateway/embeddable';

/** Messages between an embedded sales page and the embedding page. `public/embed.js` implements the other side. */
const MESSAGES = {
  ready: `${BRAND.messagePrefix}FRAME_READY`,
  height: `${BRAND.messagePrefix}FRAME_HEIGHT`,
  redirect: `${BRAND.messagePrefix}STRIPE_REDIRECT`,
  parentUrl: `${BRAND.messagePrefix}PARENT_URL_UPDATE`,
} as const;

const STORAGE_KEY = 'parent-url';

let known: string | null = null;
const listeners = new Set<() => void>();

export function isEmbedded(): boolean {
  return window.parent !== window;
}

/** The address of the embedding page, once it was received. Kept for the session. */
export function findParentUrl(): string | null {
  try {
    known ??= sessionStorage.getItem(STORAGE_KEY);
  } catch {
    // Without storage the parent is known until the frame reloads.
  }
  return known;
}

/** Calls the listener whenever the embedding page tells its address. Returns how to stop. */
export function onParentKnown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keepParentUrl(url: string): void {
  known = url;
  try {
    sessionStorage.setItem(STORAGE_KEY, url);
  } catch {
    // Without storage the parent is known until the frame reloads.
  }
}

/** Sends a message to the parent's exact origin once it is known. Earlier messages contain only public data. */
function tellParent(message: { type: string; url?: string; height?: number }): void {
  const parent = findParentUrl();
  window.parent.postMessage(message, parent ? new URL(parent).origin : '*');
}

/**
 * Receives the embedding page's address. Accepts it only from the parent window, and only an `https` address of
 * the sender's own origin.
 */
function hearParent(onKnown: () => void): () => void {
  const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    const { type, parentUrl } = (data ?? {}) as { type?: unknown; parentUrl?: string };
    if (source !== window.parent || type !== MESSAGES.parentUrl || !origin.startsWith('https:')) return;
    // A prefix of origin and slash proves the address's origin without parsing.
    if (!`${parentUrl}/`.startsWith(`${origin}/`)) return;
    keepParentUrl(new URL(`${parentUrl}`).href);
    onKnown();
    for (const listener of listeners) listener();
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
}

/**
 * Opens pages that must not be embedded outside the frame. The gateway and the payment provider refuse framing.
 */
function openBeside(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
  if (!link || isEmbeddable(link.pathname)) return;
  event.preventDefault();
  open(link.href, '_blank', 'noopener');
}

/**
 * Informs an embedding page about the sales page's presence and height, and opens links to other pages outside the
 * frame. Does nothing outside a frame.
 */
export function joinParent(): () => void {
  if (!isEmbedded()) return () => undefined;
  const tellHeight = () => {
    if (findParentUrl()) tellParent({ type: MESSAGES.height, height: document.body.scrollHeight });
  };
  const leave = hearParent(tellHeight);
  const sizes = new ResizeObserver(tellHeight);
  sizes.observe(document.body);
  // Runs before the router, which would show the page inside the frame.
  addEventListener('click', openBeside, true);
  tellParent({ type: MESSAGES.ready });
  return () => {
    leave();
    sizes.disconnect();
    removeEventListener('click', openBeside, true);
  };
}

export function askParentToRedirect(url: string): void {
  tellParent({ type: MESSAGES.redirect, url });
}
