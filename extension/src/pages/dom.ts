import { translate } from '../text.ts';

type Child = Node | string | null | false;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** Creates an element. `on…` attributes are listeners, and `true` sets an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

/** The element of the page with this id. @throws {Error} if the page has none */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
}

let lastId = 0;

/** A labelled field with a hint and space for its error. */
export function field(
  label: string,
  input: HTMLInputElement | HTMLSelectElement,
  hint = '',
): { row: HTMLElement; setFault: (fault: string) => void; setHint: (hint: string) => void } {
  const id = `field-${(lastId += 1)}`;
  input.id = id;
  const hintLine = h('p', { class: 'hint', id: `${id}-hint` }, hint);
  const faultLine = h('p', { class: 'fault', id: `${id}-fault`, role: 'alert' });
  input.setAttribute('aria-describedby', `${id}-hint ${id}-fault`);
  const setFault = (fault: string) => {
    faultLine.textContent = fault;
    if (fault) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const row = h('div', { class: 'field' }, h('label', { for: id }, label), input, hintLine, faultLine);
  return { row, setFault, setHint: (text) => (hintLine.textContent = text) };
}

/**
 * Replaces the content of an element and keeps the keyboard focus. It focuses the element with the same id,
 * or the container if that id is gone, so that Tab continues from here instead of the top of the page.
 */
export function redraw(container: HTMLElement, ...children: Node[]): void {
  const { activeElement } = document;
  const hadFocus = activeElement !== null && activeElement !== container && container.contains(activeElement);
  container.replaceChildren(...children);
  if (!hadFocus) return;
  const same = activeElement.id ? document.getElementById(activeElement.id) : null;
  container.tabIndex = -1;
  (same ?? container).focus();
}

/** Runs the work of a pressed button and ignores presses in the meantime. */
export async function whileBusy(button: HTMLButtonElement, work: () => Promise<void>): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-disabled');
  }
}

/** Formats a time like "3 minutes ago". Put the exact time into the title. */
export function ago(time: number, now = Date.now()): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 24 * 3600_000],
    ['hour', 3600_000],
    ['minute', 60_000],
  ];
  const format = new Intl.RelativeTimeFormat(translate('language'), { numeric: 'auto' });
  for (const [unit, ms] of units)
    if (now - time >= ms) return format.format(-Math.floor((now - time) / ms), unit);
  return translate('justNow');
}
