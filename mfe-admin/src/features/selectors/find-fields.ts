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
  /** The value that the extension would capture. */
  value: string | null;
  /** Whether the selectors found the value, or the extension's built-in rules. */
  isBySelectors: boolean;
  selectors: Tried[];
}

/** A selector, in order, with the first four values it finds. */
interface Tried {
  selector: string;
  texts: string[];
}

export interface PageFinding {
  /** The layout's name in capture health. */
  layout: string;
  fields: FieldFinding[];
  /** The top card and the parts for the button and navigation, if the set has selectors for them. */
  parts: { part: SelectablePart; selectors: Tried[] }[];
}

const FIELDS = Object.keys(SELECTABLE_FIELDS) as SelectableField[];
const PARTS = Object.keys(SELECTABLE_PARTS) as SelectablePart[];
/** Time limit, in ms. A press has less, but a slow machine must find here what a fast one finds at a press. */
const BUDGET_MS = 2000;

/** The person on a saved page, which no longer has its own address. */
function findPageSlug(page: Document): string {
  const urls = [
    page.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    page.querySelector('meta[property="og:url"]')?.getAttribute('content'),
    page.querySelector('a[href*="/in/"][href*="/overlay/"]')?.getAttribute('href'),
  ];
  return urls.map((url) => findLinkedSlug(url ?? '')).find((slug) => slug !== null) ?? '';
}

/**
 * Finds the fields that the extension captures from a page's HTML with these selectors, with the extension's own code.
 * The page is only parsed: nothing of it is shown, loaded or run.
 * @returns undefined if the selectors are not valid JSON
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
  /** The HTML type that Trusted Types accept. */
  createHTML: (text: string) => string;
}
type PolicyFactory = { createPolicy: (name: string, rules: InertHtml) => InertHtml };

/**
 * Safe, because a parsed document is not the page and none of its scripts run. Created at first use, because a policy's
 * name is unique.
 */
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
