const MAX_RAW_LENGTH = 2000;
/** Marks of direction and joiners that a page wraps around names; U+200C and U+200D belong to words in some scripts. */
const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;

/** One line of text without what nobody sees; empty where it is too long to be a field of a person. */
export function tidy(text: string | null | undefined): string {
  if (!text || text.length > MAX_RAW_LENGTH) return '';
  return text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/**
 * The text of an element, once: the site writes many texts twice, for the eye (`aria-hidden`) and for screen readers.
 */
export function readText(element: Element | null): string {
  if (!element) return '';
  const seen = element.querySelector('[aria-hidden="true"]');
  const text = (seen && tidy(seen.textContent)) || tidy(element.textContent);
  const half = tidy(element.querySelector(':scope > :not(:only-child)')?.textContent);
  return half && (text === half + half || text === `${half} ${half}`) ? half : text;
}
