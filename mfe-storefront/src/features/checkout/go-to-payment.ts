import { askParentToRedirect, isEmbedded } from './parent-page.ts';

/** Time for the embedding page to redirect the visitor before this page does, in ms. */
const PARENT_HAS = 1000;
/** Time for the payment page to appear, in ms. If this page is still open after it, the visitor has stopped the load. */
const PROVIDER_HAS = 10_000;

/** The parts of a window that the redirect needs. */
export interface Browser {
  open(url: string, target: '_blank'): { opener: unknown } | null;
  location: { href: string };
  parent: { location: { href: string } };
  top: { location: { href: string } } | null;
}

type Attempt = (browser: Browser, url: string) => boolean;

const openTab: Attempt = (browser, url) => {
  const tab = browser.open(url, '_blank');
  if (!tab) return false;
  tab.opener = null;
  return true;
};

// On a cross-origin window, scripts may only set the location or call `replace`.
const moveTop: Attempt = ({ top }, url) => {
  if (!top) return false;
  top.location.href = url;
  return true;
};

const moveParent: Attempt = ({ parent }, url) => {
  parent.location.href = url;
  return true;
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function succeeds(attempt: Attempt, browser: Browser, url: string): boolean {
  try {
    return attempt(browser, url);
  } catch {
    return false;
  }
}

/**
 * Redirects the visitor to the payment provider's page. In a frame the embedding page is asked first. A second
 * later a new tab, the top window and the parent are tried in this order (specification §4). Returns false if the
 * browser refused all of them, so that only the visitor's own click helps. Outside a frame it returns late,
 * because this page stays until the provider's page loads, which takes seconds on a phone.
 */
export async function goToPayment(url: string, browser: Browser = window): Promise<boolean> {
  if (!isEmbedded()) {
    browser.location.href = url;
    await wait(PROVIDER_HAS);
    return true;
  }
  askParentToRedirect(url);
  await wait(PARENT_HAS);
  return [openTab, moveTop, moveParent].some((attempt) => succeeds(attempt, browser, url));
}
