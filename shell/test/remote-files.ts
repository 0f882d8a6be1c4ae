import { containerName } from '@leadping/contracts/remote';

/** What the server does with a remote's entry file. */
type Behaviour = 'missing' | 'hangs' | { exports: unknown };

/** What the bundler provides to the shell. */
Object.assign(globalThis, {
  __webpack_init_sharing__: () => Promise.resolve(),
  __webpack_share_scopes__: { default: { react: {} } },
});

/**
 * Serves the entry files of remotes to script elements, as the browser's network would: `behaviours` says for each
 * address what happens on the first, second, … load; the last goes on.
 */
export function serveRemotes(behaviours: Record<string, Behaviour[]>) {
  const loads: { src: string; integrity: string }[] = [];
  const run = (script: HTMLScriptElement) => {
    const src = new URL(script.src).pathname;
    loads.push({ src, integrity: script.integrity });
    const planned = behaviours[src] ?? [];
    const behaviour = (planned.length > 1 ? planned.shift() : planned[0]) ?? 'missing';
    if (behaviour === 'hangs') return;
    if (behaviour === 'missing') {
      script.dispatchEvent(new Event('error'));
      return;
    }
    const name = src.split('/')[2] ?? '';
    Object.assign(globalThis, {
      [containerName(name)]: {
        init: () => undefined,
        get: () => Promise.resolve(() => ({ default: behaviour.exports })),
      },
    });
    script.dispatchEvent(new Event('load'));
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLScriptElement && node.src) run(node);
  });
  observer.observe(document.head, { childList: true });
  return { loads, stop: () => observer.disconnect() };
}
