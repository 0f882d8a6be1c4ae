const LOOK_MS = 1000;

/** Development build only: reloads the extension when the build server has a newer one. */
export function watchForReload(): void {
  if (!__RELOAD_URL__) return;
  let known: string | undefined;
  setInterval(() => {
    // An API call keeps the worker awake.
    chrome.runtime.getPlatformInfo(() => {});
    fetch(__RELOAD_URL__)
      .then((reply) => reply.text())
      .then((version) => {
        if (known !== undefined && known !== version) chrome.runtime.reload();
        known = version;
      })
      .catch(() => {});
  }, LOOK_MS);
}
