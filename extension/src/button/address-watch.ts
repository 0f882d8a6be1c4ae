/** Interval for comparing the address in browsers that report no in-page navigation, in ms. */
const COMPARE_MS = 250;

/** Calls back when the address may have changed. @returns a function that stops the watch */
export function watchAddress(onChange: () => void): () => void {
  const { navigation } = window as { navigation?: EventTarget };
  // `navigation` (Chrome 102) reports the page's own pushState to an isolated world. Older browsers need the
  // comparison.
  navigation?.addEventListener('currententrychange', onChange);
  let seen = location.pathname;
  const compare = () => {
    if (location.pathname === seen) return;
    seen = location.pathname;
    onChange();
  };
  const timer = navigation ? undefined : setInterval(compare, COMPARE_MS);
  addEventListener('popstate', onChange);
  return () => {
    clearInterval(timer);
    navigation?.removeEventListener('currententrychange', onChange);
    removeEventListener('popstate', onChange);
  };
}
