import { runInThisContext } from 'node:vm';

/**
 * jsdom leaves out what browsers and Node share. They come from Node's own context, so that `fetch` really goes over
 * HTTP and its signals are its own.
 */
const SHARED = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'Blob',
  'File',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
] as const;
for (const name of SHARED) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    writable: true,
    value: runInThisContext(`globalThis.${name}`),
  });
}

/** A channel of a page that nobody closes would keep the worker of jest from ending. */
globalThis.BroadcastChannel = runInThisContext(
  '(class extends BroadcastChannel { constructor(name) { super(name); this.unref(); } })',
) as typeof BroadcastChannel;

/** Nothing is laid out in jsdom: no media query matches, no size changes, nothing scrolls into view. */
globalThis.matchMedia ??= (media: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
/** Without a layout everything is in sight. */
globalThis.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element) {
    this.#callback([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }

  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
/** antd waits for the next task through a channel to itself; Node's own would keep the test from ending. */
globalThis.MessageChannel ??= class {
  readonly port1 = { onmessage: null as (() => void) | null };
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.()) };
} as unknown as typeof MessageChannel;
Element.prototype.scrollIntoView ??= () => undefined;

/** jsdom knows the element but not its methods. */
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

/** jsdom has no pointer, only a mouse. */
globalThis.PointerEvent ??= class extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.pointerType = init.pointerType ?? 'mouse';
  }
} as typeof PointerEvent;

/**
 * Nothing is laid out, and antd's thousands of rules would be matched against every element that a test looks for: only
 * what stands at the element itself counts.
 */
globalThis.getComputedStyle = (element: Element) => (element as HTMLElement).style;
