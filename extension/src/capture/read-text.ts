/** Longer texts are no fields. Up to the raw length, white space does not count. */
const MAX_LENGTH = 2000;
const MAX_RAW_LENGTH = 20_000;
/**
 * Direction marks and joiners that pages wrap around names. U+200C and U+200D are excluded because they
 * belong to words in some scripts.
 */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
export const UNSEEN =
  'script,style,noscript,template,svg,[hidden],[style*="display:none"],[style*="display: none"]';

/** One line of visible text. Empty if it is too long for a field of a person. */
export function tidy(text: string | null | undefined): string {
  if (!text || text.length > MAX_RAW_LENGTH) return '';
  const line = text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  return line.length > MAX_LENGTH ? '' : line;
}

/**
 * The text of an element without repetition. The site writes many texts twice, once for the eye
 * (`aria-hidden`) and once for screen readers. Equal halves count as a repetition only across text nodes,
 * because names such as "Duran Duran" exist.
 */
export function readText(element: Element): string {
  const parts: string[] = [];
  collect(element, parts);
  const read = (some: readonly string[]) => tidy(some.join(''));
  const seen = parts.filter((part) => tidy(part));
  const half = read(seen.slice(0, seen.length / 2));
  return half && half === read(seen.slice(seen.length / 2)) ? half : read(parts);
}

function collect(element: Element, parts: string[]): void {
  for (const node of Array.from(element.childNodes)) {
    if (node instanceof Text) parts.push(node.data);
    else if (node instanceof Element && !node.matches(UNSEEN)) collect(node, parts);
  }
}

/** The letters and digits of a text, for comparing different spellings on a page. */
export function comparable(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]/gu, '') || plain;
}
