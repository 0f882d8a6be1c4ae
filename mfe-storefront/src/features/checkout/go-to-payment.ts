import { askParentToRedirect, isEmbedded } from './parent-page.ts';

/** How long the embedding page has to take the visitor along before this page does it itself, in milliseconds. */
const PARENT_HAS = 1000;
/** How long the payment page has to reply; whoever is still here then has stopped it, in milliseconds. */
const PROVIDER_HAS = 10_000;

/** The parts of a window that leaving needs. */
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

// A page of another origin lets its address be set, not read, and no method but `replace` be called.
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
 * Takes the visitor to the payment provider's page. In a frame the embedding page is asked first; a second later a new
 * tab, the top window and the parent are tried in this order (specification §4). Returns false when the browser refused
 * them all: then only the visitor's own click helps. Outside a frame it returns long after: this page stays until the
 * provider's is there, for seconds on a phone.
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
