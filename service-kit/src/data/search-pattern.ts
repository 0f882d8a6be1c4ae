import { escapeRegExp } from './escape-reg-exp.ts';

/** A letter with its combining marks, or marks without a letter. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;
const ASCII = /^[\u0020-\u007e]+$/;

const sameCase = (letter: string) => [letter];
const anyCase = (letter: string) => [letter, letter.toLowerCase(), letter.toUpperCase()];

/**
 * Builds a case-sensitive regular expression for MongoDB that matches composed (NFC) and decomposed (NFD) letters. ASCII text
 * is only escaped, so that an index can serve a prefix.
 */
export const formPattern = (text: string): string => buildPattern(text, sameCase);

/**
 * The same for both cases. It needs the option `i`, which the database applies to ASCII letters only. The pattern contains
 * both cases of all other letters.
 */
export const searchPattern = (text: string): string => buildPattern(text, anyCase);

function buildPattern(text: string, cases: (letter: string) => string[]): string {
  const clusters = text.normalize('NFC').match(CLUSTERS) ?? [];
  return clusters.map((cluster) => clusterPattern(cluster, cases)).join('');
}

function clusterPattern(cluster: string, cases: (letter: string) => string[]): string {
  if (ASCII.test(cluster)) return escapeRegExp(cluster);
  const forms = new Set(
    cases(cluster).flatMap((letter) => [letter.normalize('NFC'), letter.normalize('NFD')]),
  );
  const escaped = [...forms].map(escapeRegExp);
  return escaped.length === 1 ? (escaped[0] ?? '') : `(?:${escaped.join('|')})`;
}
