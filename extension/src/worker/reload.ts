const LOOK_MS = 1000;

/** In the development build: loads the extension anew when the build server has a newer one. */
export function watchForReload(): void {
  if (!__RELOAD_URL__) return;
  let known: string | undefined;
  setInterval(() => {
    // A call of the API keeps the worker awake.
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
