import { INERT_HTML_POLICY } from '@leadping/contracts/gateway/page';
import {
  readSelectorSet,
  SELECTABLE_FIELDS,
  SELECTABLE_PARTS,
  type SelectableField,
  type SelectablePart,
  type SelectorSet,
} from '@leadping/contracts/licensing/selector-grammar';
import { readProfile } from '@leadping/extension/capture/capture-profile';
import { findPublished, type Search } from '@leadping/extension/capture/find-published';
import { fingerprintLayout } from '@leadping/extension/capture/layout';
import { findLinkedSlug } from '@leadping/extension/capture/profile-address';

export interface FieldFinding {
  field: SelectableField;
  /** What the extension would capture. */
  value: string | null;
  /** Whether the selectors above found it, or what the extension knows by itself. */
  isBySelectors: boolean;
  selectors: Tried[];
}

/** Each selector in its order, and what it finds, the first four at most. */
interface Tried {
  selector: string;
  texts: string[];
}

export interface PageFinding {
  /** The layout's name in capture health. */
  layout: string;
  fields: FieldFinding[];
  /** The top card and what belongs to the button and to navigation, where the set has selectors for it. */
  parts: { part: SelectablePart; selectors: Tried[] }[];
}

const FIELDS = Object.keys(SELECTABLE_FIELDS) as SelectableField[];
const PARTS = Object.keys(SELECTABLE_PARTS) as SelectablePart[];
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
export function findFields(selectorsText: string, html: string): PageFinding | undefined {
  let document: unknown;
  try {
    document = JSON.parse(selectorsText);
  } catch {
    return undefined;
  }
  const published = readSelectorSet(document);
  const page = new DOMParser().parseFromString(trusted(html), 'text/html');
  const slug = findPageSlug(page);
  const { lead, card } = readProfile(page, slug, published, BUDGET_MS);
  const search = { page, slug, published, card, deadline: Infinity };
  return {
    layout: fingerprintLayout(page),
    fields: FIELDS.map((field) => {
      const value = lead[field] === null || lead[field] === '' ? null : String(lead[field]);
      const found = tryEach(field, search);
      const isBySelectors = found.some(({ elements }) => elements.some((one) => hasValue(one, value)));
      return { field, value, isBySelectors, selectors: found.map(toTried) };
    }),
    parts: PARTS.filter((part) => published[part]).map((part) => ({
      part,
      selectors: tryEach(part, search).map(toTried),
    })),
  };
}

type Found = { selector: string; elements: { element: Element; text: string }[] };

function tryEach(key: keyof SelectorSet & (SelectableField | SelectablePart), search: Search): Found[] {
  const found = [...findPublished(key, search)];
  return (search.published[key] ?? []).map((selector, index) => ({ selector, elements: found[index] ?? [] }));
}

const toTried = ({ selector, elements }: Found): Tried => ({
  selector,
  texts: elements.map(({ text }) => text),
});

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
function hasValue({ element, text }: Found['elements'][number], value: string | null): boolean {
  if (value === null) return false;
  const texts = [text, element.getAttribute('href') ?? ''];
  return texts.some((text) => text.includes(value) || text.replaceAll(/\D/g, '') === value);
}
