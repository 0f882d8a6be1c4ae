import { hasConnectionsWord } from './connections.ts';
import { tidy } from './read-text.ts';

const LETTER = /\p{L}/u;
const URL_OR_EMAIL = /https?:|www\.|@[^\s@]+\./i;
/** Degrees of acquaintance, pronouns and links that stand among a person's fields without being one. */
const DEGREE =
  /^[·•\s]*(?:\d|[٠-٩०-९])\s?(?:st|nd|rd|th|er|e|º|°|ª|\.|次|촌|度)?\+?(?:\s?(?:degree.*|connection))?$/iu;
const PRONOUNS = /^\(?\s*(?:she|he|they|her|him|ella|él|elle|il|sie|er|lei|lui)\s*\/[^()]{1,30}\)?$/iu;
const LINK_WORDS =
  /^(?:contact info|kontaktinfo\w*|coordonnées|informaci(?:ón|ones) de contacto|more|mehr|message|follow|open to work|premium|verified|linkedin|join|sign (?:in|up)|log in|profile|home|about)$/iu;

function isCommon(text: string, maxLength: number): boolean {
  return (
    text.length <= maxLength &&
    LETTER.test(text) &&
    !DEGREE.test(text) &&
    !PRONOUNS.test(text) &&
    !LINK_WORDS.test(text) &&
    !/[<>{}]|\bundefined\b|\bnull\b/.test(text)
  );
}

const isCount = (text: string) => /\p{Nd}/u.test(text) && hasConnectionsWord(text);

export const isName = (text: string): boolean =>
  isCommon(text, 120) && !URL_OR_EMAIL.test(text) && !/\p{Nd}{2}/u.test(text) && !/[|:;]/.test(text);

export const isJobTitle = (text: string): boolean => isCommon(text, 300) && !isCount(text) && text.length > 1;

export const isCompany = (text: string): boolean =>
  isCommon(text, 150) && !isCount(text) && !/https?:/i.test(text);

export const isLocation = (text: string): boolean =>
  isCommon(text, 120) &&
  !isCount(text) &&
  !URL_OR_EMAIL.test(text) &&
  !/[|?!]/.test(text) &&
  !/\p{Nd}{3}/u.test(text);

/** An address as a person writes it, or null. */
export function readEmail(text: string): string | null {
  const address = tidy(text.replace(/^mailto:/i, '').split('?', 1)[0]);
  const form = /^[^\s@<>"(),;:[\]]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}-]{2,63}$/u;
  return address.length <= 254 && form.test(address) && !address.includes('..') ? address : null;
}
