import { INERT_HTML_POLICY } from '@leadping/contracts/gateway/page';
import {
  readSelectorSet,
  SELECTABLE_FIELDS,
  type SelectableField,
} from '@leadping/contracts/licensing/selector-grammar';
import { captureProfile } from '@leadping/extension/capture/capture-profile';
import { findLinkedSlug } from '@leadping/extension/capture/profile-address';
import { readText } from '@leadping/extension/capture/read-text';

export interface FieldFinding {
  field: SelectableField;
  /** What the extension would capture. */
  value: string | null;
  /** Whether the selectors above found it, or what the extension knows by itself. */
  isBySelectors: boolean;
  /** Each selector in its order, and how many elements it finds. */
  selectors: { selector: string; count: number }[];
}

const FIELDS = Object.keys(SELECTABLE_FIELDS) as SelectableField[];
/** A press has less: here a slow machine is to find what a quick one does. */
const BUDGET_MS = 2000;

/** The person whom a saved page is about; it has no address of its own any more. */
function findPageSlug(page: Document): string {
  const urls = [
    page.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    page.querySelector('meta[property="og:url"]')?.getAttribute('content'),
    page.querySelector('a[href*="/in/"][href*="/overlay/"]')?.getAttribute('href'),
  ];
  return urls.map((url) => findLinkedSlug(url ?? '')).find((slug) => slug !== null) ?? '';
}

/**
 * What the extension captures from a page's HTML with these selectors: its own code reads the page, as it does at a press.
 * The page is only parsed: nothing of it is shown, loaded or run.
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
  const page = new DOMParser().parseFromString(trusted(html), 'text/html');
  const lead = captureProfile(page, findPageSlug(page), set, BUDGET_MS);
  return FIELDS.map((field) => {
    const value = lead[field] === null || lead[field] === '' ? null : String(lead[field]);
    const found = (set[field] ?? []).map((selector) => ({
      selector,
      elements: [...page.querySelectorAll(selector)],
    }));
    return {
      field,
      value,
      isBySelectors: found.some(({ elements }) => elements.some((element) => hasValue(element, value))),
      selectors: found.map(({ selector, elements }) => ({ selector, count: elements.length })),
    };
  });
}

interface InertHtml {
  /** What Trusted Types take for the text. */
  createHTML: (text: string) => string;
}
type PolicyFactory = { createPolicy: (name: string, rules: InertHtml) => InertHtml };

/** A parsed document is not the page: nothing in it runs. Made at its first use, since a policy has its name to itself. */
let policy: InertHtml | undefined;
function trusted(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy(INERT_HTML_POLICY, { createHTML: (text) => text });
  return policy?.createHTML(html) ?? html;
}

/** "500+ connections" has the value 500. */
function hasValue(element: Element, value: string | null): boolean {
  if (value === null) return false;
  const texts = [readText(element), element.getAttribute('href') ?? ''];
  return texts.some((text) => text.includes(value) || text.replaceAll(/\D/g, '') === value);
}
