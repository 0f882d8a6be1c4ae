import { isName } from './check-value.ts';
import { findCounted } from './connections.ts';
import { isTitled } from './page-title.ts';
import { findLinksTo, isLinkTo } from './profile-address.ts';
import { queryAll, readAttribute, readHrefAround } from './query-all.ts';
import { readLines, type Line } from './read-lines.ts';
import { comparable, readText, tidy } from './read-text.ts';
import { findTopCard } from './top-card.ts';

/** A person and the element with the name. Empty and null if the page shows nobody. */
export interface Person {
  text: string;
  element: Element | null;
  card: Element | null;
  /** Whether a link of the card leads to the person in the address, which excludes everyone else. */
  isLinked: boolean;
}

/** The page's evidence outside its content. */
export interface Head {
  slug: string;
  title: string;
  /** The name in the structured data, if that belongs to the person in the address. */
  structuredName: () => string;
}

/** Minimum score. The title counts two points, and so does the structured data. */
const ENOUGH = 3;
const MAX_TEXT_NODES = 40_000;
const MAX_CANDIDATES = 12;
const MAX_LINES = 20;
/** Maximum nesting of elements that together form a name. */
const MAX_LEVELS = 3;

/**
 * Finds the person that the markup-independent sources agree on: the page's title, links to the slug in the
 * address, the photo's text, actions that name the person, the structured data and the connection count. The
 * name may be in any element.
 */
export function findByEvidence(page: Document, head: Head): Person {
  let best: Person = { text: '', element: null, card: null, isLinked: false };
  let most = ENOUGH - 1;
  for (const line of [...findTitled(page, head.title), ...findSelfLinks(page, head.slug)]) {
    const [evidence, person] = weigh(line, head);
    if (person && evidence > most) [most, best] = [evidence, person];
  }
  return best;
}

function findTitled(page: Document, title: string): Line[] {
  const found: Line[] = [];
  const whole = comparable(title);
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let seen = 0; title && seen < MAX_TEXT_NODES && walker.nextNode(); seen += 1) {
    let text = tidy(walker.currentNode.nodeValue);
    if (!text || found.length === MAX_CANDIDATES || !whole.startsWith(comparable(text))) continue;
    let element = walker.currentNode.parentElement;
    for (let level = 1; element && level < MAX_LEVELS && !isTitled(text, title); level += 1) {
      text = readText(element);
      if (!isTitled(text, title)) element = element.parentElement;
    }
    if (element && isTitled(text, title)) found.push({ element, text });
  }
  return found;
}

const findSelfLinks = (page: Document, slug: string): Line[] =>
  findLinksTo(page, slug)
    .slice(0, MAX_CANDIDATES)
    .map(readLines)
    .flatMap((lines) => (lines.length === 1 ? lines : []));

function weigh({ element, text }: Line, { slug, title, structuredName }: Head): [number, Person?] {
  const card = isName(text) && findTopCard(element, slug);
  if (!card) return [0];
  const { block, isLinked, isMarked } = card;
  const name = comparable(text);
  const isInLink = isLinkTo(readHrefAround(element), slug);
  const isLabelled = queryAll(block, '[aria-label],[alt]').some((one) =>
    comparable(readAttribute(one, 'aria-label') || readAttribute(one, 'alt')).includes(name),
  );
  const inTitle = isTitled(text, title);
  if (!inTitle && !(isInLink && isLabelled)) return [0];
  const hasCount = readLines(block)
    .slice(0, MAX_LINES)
    .some((line) => findCounted(line.text));
  const inHead = comparable(structuredName()) === name;
  const sources = [inTitle, inTitle, inHead, inHead, isLinked, isInLink, isLabelled, isMarked, hasCount];
  return [sources.filter(Boolean).length, { text, element, card: block, isLinked }];
}

/** The person whose name is at an element that a published selector found. No other evidence is required. */
export function findAround({ element, text }: Line, slug: string): Person {
  const card = findTopCard(element, slug);
  return { text, element, card: card?.block ?? element.parentElement, isLinked: !!card?.isLinked };
}
