import type { Letter, RenderedLetter } from './letter.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const LONGEST_SUBJECT = 200;

export function renderLetter(letter: Letter): RenderedLetter {
  // One line, whatever a name or a ticket's subject carries: nothing can add a header.
  const subject = letter.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST_SUBJECT);
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}
