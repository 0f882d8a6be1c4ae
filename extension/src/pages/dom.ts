type Child = Node | string | null | false;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/** Makes an element; `on…` attributes are listeners, `true` sets an attribute without a value. */
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

/** The element of a page with this id. @throws {Error} where the page has none */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no #${id}`);
  return element;
}

let lastId = 0;

/** A labelled field with a hint and room for what is wrong with it. */
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
 * Replaces the content of an element. A keyboard keeps its place: the element with the same id is focused again, and where
 * there is none any more the whole, so that the next Tab continues from here and not from the top of the page.
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

/** Runs the work of a pressed button; a second press meanwhile does nothing, nor does one of `held`. */
export async function whileBusy(
  button: HTMLButtonElement,
  work: () => Promise<void>,
  held: readonly HTMLButtonElement[] = [],
): Promise<void> {
  if (button.getAttribute('aria-disabled') === 'true') return;
  const busy = [button, ...held];
  for (const one of busy) one.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } finally {
    for (const one of busy) one.removeAttribute('aria-disabled');
  }
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "3 minutes ago"; the exact time belongs in the title. */
export function ago(time: number, now = Date.now()): string {
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 24 * 3600_000],
    ['hour', 3600_000],
    ['minute', 60_000],
  ];
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, ms] of units)
    if (now - time >= ms) return format.format(-Math.floor((now - time) / ms), unit);
  return 'just now';
}
