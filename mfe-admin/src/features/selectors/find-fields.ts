import {
  readSelectorSet,
  SELECTABLE_FIELDS,
  type SelectableField,
} from '@leadping/contracts/licensing/selector-grammar';

export interface FieldFinding {
  field: SelectableField;
  /** What the first selector finds that finds something. */
  value: string | null;
  /** Each selector in its order, and how many elements it finds. */
  selectors: { selector: string; count: number }[];
}

const FIELDS = Object.keys(SELECTABLE_FIELDS) as SelectableField[];
const MAX_VALUE = 200;

function valueOf(element: Element, field: SelectableField): string {
  const href = field === 'email' ? element.getAttribute('href') : null;
  const text = href?.startsWith('mailto:') ? href.slice('mailto:'.length) : (element.textContent ?? '');
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_VALUE);
}

/**
 * What selectors find in a page's HTML. The page is only parsed: nothing of it is shown, loaded or run.
 * @returns nothing where the text of the selectors is no JSON.
 */
export function findFields(selectorsText: string, html: string): FieldFinding[] | undefined {
  let document: unknown;
  try {
    document = JSON.parse(selectorsText);
  } catch {
    return undefined;
  }
  const set = readSelectorSet(document);
  const page = new DOMParser().parseFromString(html, 'text/html');
  return FIELDS.map((field) => {
    const selectors = (set[field] ?? []).map((selector) => ({
      selector,
      count: page.querySelectorAll(selector).length,
    }));
    const found = (set[field] ?? [])
      .flatMap((selector) => [...page.querySelectorAll(selector)].slice(0, 5))
      .map((element) => valueOf(element, field))
      .find((text) => text !== '');
    return { field, value: found ?? null, selectors };
  });
}
