import { isLocation, isText } from './check-value.ts';
import { readConnections } from './connections.ts';
import type { CardLine } from './label-lines.ts';

/** The texts of a card, derived from the order of its lines. A text stays empty unless it is certain. */
export interface CardText {
  headline: string;
  /** Whether the site shows its own "--" instead of a headline. */
  hasNoHeadline: boolean;
  location: string;
  connections: number | null;
}

/**
 * Reads a card in the site's order, which is the same in every layout and language: name, badges, headline,
 * company and school, location with the link to the contact details, counts, actions.
 * @param known facts about the person from the page's head
 */
export function readCard(
  lines: readonly CardLine[],
  name: Element,
  known: () => { jobTitle: string; location: string },
): CardText {
  const free = lines.filter(isFree);
  const place = findPlace(lines, name) ?? free.find(({ text }) => text === known().location);
  const end = place ? lines.indexOf(place) : 0;
  const beforePlace = lines.slice(0, end).filter(({ kind }) => kind !== 'badge');
  // A headline may read like a count, as "500+ connections made".
  const first =
    beforePlace.find((line) => isFree(line) || isCounted(line)) ?? free.find((line) => line !== place);
  const headline =
    first && isHeadline(first, lines, place, name)
      ? first
      : free.find(({ text }) => text === known().jobTitle);
  // Without a location, the first line may be a headline that looks like a count.
  const firstWords = lines.findIndex(({ kind }) => kind !== 'badge');
  const counts = new Set(
    lines
      .slice(place ? end : firstWords + 1)
      .map(({ kind, text }) => (kind === 'connections' ? readConnections(text) : null)),
  );
  counts.delete(null);
  return {
    headline: headline && isHeadlineText(headline.text) && !isRepeated(headline, lines) ? headline.text : '',
    hasNoHeadline: !!headline && NO_WORDS.test(headline.text),
    location: (place ?? findBetween(lines, headline))?.text ?? '',
    // Two contradicting numbers are discarded.
    connections: counts.size === 1 ? ([...counts][0] ?? null) : null,
  };
}

const NO_WORDS = /^[\s–—-]*$/;
/** A headline may consist of emoji alone. A lone number may be a count without its word. */
const isHeadlineText = (text: string) => isText(text) || /^\p{Extended_Pictographic}\P{Nd}*$/u.test(text);
const isFree = ({ kind }: CardLine) => kind === 'free';
const isCounted = ({ kind }: CardLine) => kind === 'connections' || kind === 'count';

/** "Company · School", which screen readers announce before the location. */
export const isPair = ({ text }: CardLine): boolean => text.split(' · ').length === 2;

/** The line that shares the smallest block with the link to the contact details, or with the count. */
function findPlace(lines: readonly CardLine[], name: Element): CardLine | undefined {
  const anchors = [...lines.filter(({ kind }) => kind === 'contact'), ...lines.filter(isCounted)];
  return anchors.map((anchor) => findBeside(anchor, lines, name)).find((line) => line);
}

/** The only other line in the smallest block around a line. Undefined if that block contains the name. */
function findBeside(line: CardLine, lines: readonly CardLine[], name: Element): CardLine | undefined {
  for (let block = line.element.parentElement; block && !block.contains(name); block = block.parentElement) {
    const inside = lines.filter((one) => isFree(one) && block?.contains(one.element));
    const [one] = inside;
    if (one) return inside.length === 1 && isLocation(one.text) ? one : undefined;
  }
  return undefined;
}

/**
 * The first line of unknown kind is the headline if its smallest common block with the name contains nothing
 * that follows a headline. On a flat card it is the only line between the name and the location.
 */
function isHeadline(
  first: CardLine,
  lines: readonly CardLine[],
  place: CardLine | undefined,
  name: Element,
): boolean {
  const isBefore = (line: CardLine, other?: CardLine) =>
    !!other && lines.indexOf(line) < lines.indexOf(other);
  const after = lines.slice(lines.indexOf(first) + 1);
  let steps = 0;
  let block = first.element;
  for (; !block.contains(name) && block.parentElement; block = block.parentElement) steps += 1;
  const isOutside = ({ element }: CardLine) => !block.contains(element);
  const rest = after.filter((line) => !isFree(line) || line === place);
  const isApart = !!rest[0] && rest.every(isOutside);
  if (isApart && place) return true;
  if (isPair(first)) return false;
  const others = after.filter((line) => isFree(line) && line !== place && !isPair(line));
  // Without a known location, this line may be the location. A location has its own block, and a headline is
  // beside the name.
  const counted = after.find(isCounted);
  if (isApart) return steps < 2 || others.some((line) => isOutside(line) && isBefore(line, counted));
  const isNext = isBefore(first, place) && !others.some((line) => isBefore(line, place));
  return isNext && steps < 3 && !first.element.closest('li');
}

/** Screen readers announce a company's name in a line before the location, and a button shows it too. */
const isRepeated = ({ element, text }: CardLine, lines: readonly CardLine[]) =>
  lines.some((line) => line.element !== element && line.text === text);

/** On a card without the link to the contact details: the only line between the headline and the counts. */
function findBetween(lines: readonly CardLine[], headline: CardLine | undefined): CardLine | undefined {
  if (lines.some(({ kind }) => kind === 'contact')) return undefined;
  const from = headline ? lines.indexOf(headline) : lines.length;
  const end = lines.findIndex((line, index) => index > from && isCounted(line));
  const [one, ...others] = lines
    .slice(from + 1, Math.max(end, 0))
    .filter((line) => isFree(line) && !isPair(line) && !isRepeated(line, lines));
  return one && !others[0] && isLocation(one.text) ? one : undefined;
}
