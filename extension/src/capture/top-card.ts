import { findCounted } from './connections.ts';
import { EXPERIENCE } from './current-position.ts';
import { findLinkedSlug, findLinksTo, isLinkTo, isLinkToOther } from './profile-address.ts';
import { CONTROL, OF_OTHERS, queryAll, readAttribute, readHref, readHrefAround } from './query-all.ts';
import { readLines } from './read-lines.ts';

const PAGE_FRAME = 'html,body,main,[role=main]';
const HEADING = 'h1,h2,h3,h4,h5,h6,[role=heading]';
/** The site's language-independent anchors and keys of the sections after the top card. */
const SECTION = `#about,section[data-section],[componentkey$=About],[componentkey$=Activity],${EXPERIENCE}`;
/** Links from a top card to its own person: contact details, verification, invitation. */
const OF_CARD = /\/in\/[^/]+\/(?:overlay|detail)\/|vanityName=/;

export interface TopCard {
  block: Element;
  isLinked: boolean;
  /** Whether the site itself marks the block as a top card. */
  isMarked: boolean;
}

/**
 * Finds the block around a name. It grows outwards until it would reach the page's frame, the next section or
 * another person. Null if the name is in a block of other people or in such a section, or if the block
 * belongs to another person.
 */
export function findTopCard(name: Element, slug: string): TopCard | null {
  const link = readHrefAround(name);
  if (name.closest(`${OF_OTHERS},${SECTION}`) || isLinkToOther(link, slug)) return null;
  let block = name;
  let isLinked = isLinkTo(link, slug);
  let isMarked = false;
  let next = name.parentElement;
  while (next && !next.matches(PAGE_FRAME) && !isMarked) {
    const around = [...next.children].filter((child) => child !== block);
    const links = around.flatMap(readProfileLinks);
    const others = links.filter((href) => isLinkToOther(href, slug));
    if (!isLinked && others.some((href) => OF_CARD.test(href))) return null;
    if (others[0] || around.some((one) => isSection(one, isLinked ? block : null, slug))) break;
    block = next;
    isLinked ||= links.some((href) => isLinkTo(href, slug));
    isMarked = /top-?card$/i.test(readAttribute(block, 'componentkey') || block.id);
    next = block.parentElement;
  }
  return { block, isLinked, isMarked };
}

const readProfileLinks = (element: Element) =>
  [element, ...queryAll(element, 'a[href]')].map(readHref).filter((href) => findLinkedSlug(href) !== null);

/**
 * Whether a block is its own section. Beside a card with a link to the person and a text after the name, a
 * block that begins with a heading and has other texts is one, unless it contains what only a card has: a link
 * to the person or a count. A heading in a link or button does not count, because a card shows its company there.
 * @param card null if it has no link to the person
 */
function isSection(element: Element, card: Element | null, slug: string): boolean {
  if (element.matches(`${SECTION},${OF_OTHERS}`) || element.querySelector(SECTION)) return true;
  if (!card || !element.querySelector(HEADING) || findLinksTo(element, slug)[0]) return false;
  const lines = readLines(element);
  const first = lines[0]?.element;
  const isHeaded = lines.length > 1 && !!first?.closest(HEADING) && !first.closest(CONTROL);
  return (
    isHeaded && !lines.some(({ text }) => findCounted(text) === 'connections') && readLines(card).length > 1
  );
}
