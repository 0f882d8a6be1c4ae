import { readText, UNSEEN } from './read-text.ts';

export interface Line {
  element: Element;
  text: string;
}

const MAX_LINES = 99;
const MAX_ELEMENTS = 1000;
/** A dot or a bar between two texts is not a line. */
const WORDS = /[^\s·•∙|,]/;

/**
 * The lines of text of an element in reading order. It uses only the markup, so that it needs no layout and
 * works in every language. An element with its own words is one line, including everything inside it.
 */
export function readLines(root: Element): Line[] {
  const lines: Line[] = [];
  let seen = 0;
  const visit = (element: Element) => {
    if ((seen += 1) > MAX_ELEMENTS || lines.length >= MAX_LINES || element.matches(UNSEEN)) return;
    if (!hasOwnWords(element)) return [...element.children].forEach(visit);
    const text = readText(element);
    if (text && text !== lines[lines.length - 1]?.text) lines.push({ element, text });
  };
  visit(root);
  return lines;
}

const hasOwnWords = (element: Element) =>
  [...element.childNodes].some((node) => node instanceof Text && WORDS.test(node.data));
