/**
 * A code without what copying adds to it, such as zero-width and direction marks, line breaks, quotes and the full stop of
 * its sentence. Every kind of dash becomes `-`.
 */
export function cleanCode(pasted: string): string {
  return trimEnds(dropUnseen(pasted).replaceAll(/[\p{Pd}\u2212]/gu, '-'), /[^\p{L}\p{N}]/u);
}

/** Like `cleanCode`, but for a key or a secret, in which dashes and most signs have a meaning. */
export function cleanSecret(pasted: string): string {
  return trimEnds(dropUnseen(pasted), /["'`<>.,;“”‘’«»]/);
}

const dropUnseen = (pasted: string) => pasted.normalize('NFKC').replaceAll(/[\p{Cf}\s]/gu, '');

/** Uses a loop, because a regular expression on untrusted input can backtrack. */
function trimEnds(text: string, dropped: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && dropped.test(text.charAt(from))) from += 1;
  while (to > from && dropped.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
