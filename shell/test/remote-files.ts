import { containerName } from '@leadping/contracts/remote';

/** Behavior of the server for a remote's entry file. */
type Behavior = 'missing' | 'hangs' | { exports: unknown };

/** Removes everything that the federation library caches for the lifetime of a page. */
function forgetRemotes(containers: Iterable<string>): void {
  for (const container of containers) Reflect.deleteProperty(globalThis, container);
  const { __GLOBAL_LOADING_REMOTE_ENTRY__: kept = {} } = globalThis as {
    __GLOBAL_LOADING_REMOTE_ENTRY__?: Record<string, unknown>;
  };
  for (const key of Object.keys(kept)) Reflect.deleteProperty(kept, key);
}

/**
 * Serves the entry files of remotes to script elements, like the browser's network. `behaviors` lists for each address
 * the result of the first, second, … load. The last one repeats.
 */
export function serveRemotes(behaviors: Record<string, Behavior[]>) {
  const containers = new Set<string>();
  const loads: { src: string; integrity: string }[] = [];
  const run = (script: HTMLScriptElement) => {
    const src = new URL(script.src).pathname;
    loads.push({ src, integrity: script.integrity });
    const planned = behaviors[src] ?? [];
    const behavior = (planned.length > 1 ? planned.shift() : planned[0]) ?? 'missing';
    if (behavior === 'hangs') return;
    if (behavior === 'missing') {
      script.dispatchEvent(new Event('error'));
      return;
    }
    const container = containerName(src.split('/')[2] ?? '');
    containers.add(container);
    Object.assign(globalThis, {
      [container]: {
        init: () => undefined,
        get: () => Promise.resolve(() => ({ default: behavior.exports })),
      },
    });
    script.dispatchEvent(new Event('load'));
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLScriptElement && node.src) run(node);
  });
  observer.observe(document.head, { childList: true });
  const stop = () => {
    observer.disconnect();
    forgetRemotes(containers);
  };
  return { loads, stop };
}
