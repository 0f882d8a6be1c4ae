import { decodePercent } from './profile-address.ts';
import { tidy } from './read-text.ts';

const LETTER = /\p{L}/u;
/** A word of asterisks alone, or of a letter and asterisks. A headline such as "***Hiring*** dev" is no mask. */
const MASKED_WORD = /(?:^|\s)\p{L}?\*{3,}(?=[\s,.]|$)/u;
const URL_OR_EMAIL = /https?:|www\.|@[^\s@]+\./i;

/**
 * The placeholder of a profile that the viewer may not see, in every language: the site's name and one word ("LinkedIn Member",
 * "Membre LinkedIn", "领英会员"), perhaps with a preposition between ("Membro do LinkedIn") or a case ending ("Člen LinkedInu").
 */
const PLACEHOLDER =
  /^(?:\S+(?:[\s-]\S{1,4})?[\s-]?linkedin\S?|(?:linkedin|领英)[\s-]?(?:\S{1,4}[\s-])?\S*)$/iu;

/** Maximum length of a field. The longest headline has 220 characters as the site counts them. */
const MAX_LENGTH = 300;

/** Whether a text has words and no mask ("****"). */
export const isText = (text: string): boolean =>
  text.length <= MAX_LENGTH && LETTER.test(text) && !MASKED_WORD.test(text);

export const isName = (text: string): boolean =>
  isText(text) && !/\*{3}/.test(text) && !URL_OR_EMAIL.test(text) && !PLACEHOLDER.test(text);

export const isLocation = (text: string): boolean =>
  isText(text) && !URL_OR_EMAIL.test(text) && !/[|?!#]|\p{Nd}{3}/u.test(text);

/**
 * Reads the only address of a text or of a `mailto:` link, which is percent-encoded (RFC 6068, section 2).
 */
export function readEmail(text: string): string | null {
  const address = tidy(/^mailto:/i.test(text) ? decodePercent(text.slice(7).split('?', 1)[0] ?? '') : text);
  const form = /^[^\s@<>"(),;:[\]]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}-]{2,63}$/u;
  return address.length <= 254 && form.test(address) && !address.includes('..') ? address : null;
}
