import { findCounted, hasConnectionsWord, readConnections, type Counted } from './connections.ts';
import { toAsciiDigits } from './digits.ts';
import { CONTROL, readHref } from './query-all.ts';
import { readLines, type Line } from './read-lines.ts';
import { comparable } from './read-text.ts';

/**
 * A line of a card and its kind: a badge beside the name (degree, pronouns), the link to the contact details,
 * the connection count, another count, text inside a link or button, or unknown.
 */
export interface CardLine extends Line {
  kind: 'badge' | 'contact' | 'control' | 'free' | NonNullable<Counted>;
}

const NEAR_NAME = 5;
/** "2nd", "· 3e", "第 2 度". */
export const DEGREE = /^[·•\s]*第?\s?[1-3]\s?[^\d\s]{0,4}$/u;
const PRONOUNS =
  /^(?:[(（].{1,40}[)）]|(?:(?:s?he|they|hers?|him|his|theirs?|them|ella|elles?|él|il|lui|sie|er|ih[rm]|lei|el[ae]|del[ae]|zij|haar|hij|he[mn]|han|hon|on[aj]?)(?:\s?\/\s?|$)){2,})$/iu;

export function labelLines(card: Element, name: Element, nameText: string): CardLine[] {
  const own = comparable(nameText);
  const all = readLines(card);
  const at = all.findIndex(({ element }) => element.contains(name) || name.contains(element));
  const lines = all
    .slice(at + 1)
    // A page may label its content, for example "Headline".
    .filter(
      ({ element, text }) => !name.contains(element) && !element.closest('dt') && comparable(text) !== own,
    )
    .map((line): CardLine => ({ ...line, kind: findKind(line, card) }));
  const contact = lines.findIndex(({ kind }) => kind === 'contact');
  const near = lines.slice(0, contact < 0 ? NEAR_NAME : Math.min(contact, NEAR_NAME));
  const degree = near.map((line, index) => isDegree(line, index)).lastIndexOf(true);
  lines.forEach((line, index) => {
    if (index <= degree || (index < NEAR_NAME && PRONOUNS.test(line.text))) line.kind = 'badge';
  });
  return lines;
}

function findKind({ element, text }: Line, card: Element): CardLine['kind'] {
  const control = element.closest(CONTROL);
  const isControl = control && control !== card && card.contains(control);
  const href = isControl ? readHref(control) : '';
  if (/\/(?:overlay|detail)\/contact-info/.test(href)) return 'contact';
  // `facetConnectionOf` lists the connections that the viewer shares.
  if (href.includes('facetConnectionOf')) return 'count';
  if (/\/mynetwork\/[^?#]{0,80}connections|[?&]connectionOf=/.test(href) && readConnections(text) !== null)
    return 'connections';
  return findCounted(text) ?? (isControl ? 'control' : 'free');
}

/**
 * "· 2nd", "2e", "第 2 度", or "Contacto de 2º grado" right after the name. In every language it is a short
 * line with one such digit, after a dot or with only its screen-reader twin beside it.
 */
function isDegree({ text, element }: Line, index: number): boolean {
  const plain = toAsciiDigits(text);
  if (DEGREE.test(plain)) return true;
  if (index >= 2 || text.length > 50) return false;
  const degree = plain.replace(/\D/g, '');
  if (!/^[1-3]$/.test(degree)) return text.includes('درجة');
  const pair = readLines(element.parentElement ?? element).map((one) => toAsciiDigits(one.text));
  const hasTwin = pair.length === 2 && pair.every((one) => one.replace(/\D/g, '') === degree);
  return hasConnectionsWord(text) || /^[·•]/.test(text) || hasTwin;
}
