import type {
  SelectableField,
  SelectablePart,
  SelectorSet,
} from '@leadping/contracts/licensing/selector-grammar';
import { SLUG } from '@leadping/contracts/licensing/selector-slug';
import { queryAll } from './query-all.ts';
import { readLines } from './read-lines.ts';
import { readText } from './read-text.ts';
import { now } from '../now.ts';

export interface Search {
  page: ParentNode;
  slug: string;
  published: SelectorSet;
  /** The block that introduces the person. Null while it is unknown. */
  card: Element | null;
  /** The `performance.now()` time in ms after which lookups stop. */
  deadline: number;
}

export interface Found {
  element: Element;
  /** The text of the element, or of the one line that the selector names. */
  text: string;
}

const MAX_MATCHES = 4;
/** Fields of the top card. The company and the email may be in their own section or dialog. */
const IN_CARD: readonly string[] = [
  'fullName',
  'jobTitle',
  'location',
  'connections',
] satisfies SelectableField[];

/**
 * Finds the elements of the published selectors in their order. Elements inside the card come first. If the
 * set names the top card itself, card fields accept only elements inside it.
 */
export function* findPublished(
  key: SelectableField | SelectablePart,
  { page, slug, published, card, deadline }: Search,
): Generator<Found[]> {
  const isCardOnly = card && published.topCard && IN_CARD.includes(key);
  for (const selector of published[key] ?? []) {
    if (now() > deadline) return;
    const [, css = '', line] = /^(.*?)(?::line\((\d+)\))?$/.exec(selector) ?? [];
    const elements = css
      ? query(page, css.split(SLUG).join(encodeURIComponent(slug)), deadline)
      : card
        ? [card]
        : [];
    const isInside = (element: Element) => card?.contains(element);
    const inside = elements.filter(isInside);
    const outside = isCardOnly ? [] : elements.filter((element) => !isInside(element));
    yield [...inside, ...outside].slice(0, MAX_MATCHES).flatMap((element) => {
      if (!line) return [{ element, text: readText(element) }];
      return readLines(element).slice(Number(line) - 1, Number(line));
    });
  }
}

/**
 * Finds the published top card: the first match that contains the name, or the first match if the name is
 * unknown.
 */
export function findPublishedCard(search: Omit<Search, 'card'>, name: Element | null): Element | null {
  for (const found of findPublished('topCard', { ...search, card: null })) {
    const card = found.find(({ element }) => !name || element.contains(name));
    if (card) return card.element;
  }
  return null;
}

/** Finds the first element that matches a published part of the page, or null. */
export function findPublishedPart(key: SelectablePart, search: Search): Element | null {
  for (const [found] of findPublished(key, search)) if (found) return found.element;
  return null;
}

/** Parts joined by `>`. Brackets may contain quoted spaces. */
// oxlint-disable-next-line regexp/no-super-linear-backtracking, regexp/no-super-linear-move -- a selector has at most 200 characters
const CHAIN = /(?:\[[^\]"]*(?:"[^"]*"[^\]"]*)?\]|[^\s[]|\s*>\s*)+/g;
// oxlint-disable-next-line regexp/no-super-linear-move -- a selector has at most 200 characters
const BRACKETS = /\[[^\]"]*(?:"[^"]*"[^\]"]*)?\]/g;

/**
 * The elements of a selector. Empty if this browser cannot parse the selector or the time is up. Browsers
 * climb from each element through all of its ancestors, which took seconds on deep pages. Searching each
 * chain from its outermost match inwards costs one pass over the page per space in the selector, and can stop
 * between passes.
 */
function query(page: ParentNode, css: string, deadline: number): Element[] {
  let roots: ParentNode[] = [page];
  let found: Element[] = [];
  try {
    for (const chain of css.match(CHAIN) ?? []) {
      const steps = chain.replace(BRACKETS, '').split('>').length - 1;
      found = [];
      for (const root of roots) {
        if (now() > deadline) return [];
        for (const element of queryAll(root, chain)) if (isWithin(root, element, steps)) found.push(element);
      }
      roots = outermost(found, deadline);
    }
    return found;
  } catch {
    return [];
  }
}

/** Whether the ancestor `levels` above is inside the root as well. */
function isWithin(root: ParentNode, element: Element, levels: number): boolean {
  let at: ParentNode | null = element;
  for (let level = 0; level < levels && at !== root; level += 1) at = at?.parentNode ?? null;
  return at !== root;
}

/** The elements that are not inside another one. The input is in document order. */
function outermost(elements: readonly Element[], deadline: number): Element[] {
  const outer: Element[] = [];
  for (const [index, element] of elements.entries()) {
    if (index % 128 === 0 && now() > deadline) return [];
    if (!outer[outer.length - 1]?.contains(element)) outer.push(element);
  }
  return outer;
}
