export function queryAll(root: ParentNode, selector: string): Element[] {
  return [...root.querySelectorAll(selector)];
}

/** An attribute's value. Empty if the element or the attribute is missing. */
export const readAttribute = (element: Element | null, name: string): string =>
  element?.getAttribute(name) ?? '';
export const readHref = (element: Element | null): string => readAttribute(element, 'href');
export const readHrefAround = (element: Element): string => readHref(element.closest('a[href]'));

/** Parts of a page that never introduce the person in the address. */
export const OF_OTHERS = 'aside,nav,footer,article,dialog,[role=dialog],[aria-modal=true]';

export const CONTROL = 'a,button,[role=button]';
