import { jsonLanguage } from '@codemirror/lang-json';
import { findSelectorsFault } from '@leadping/contracts/licensing/selector-grammar';

export type TextFault =
  | { kind: 'empty' }
  | { kind: 'syntax'; message: string; position: number }
  | { kind: 'grammar'; message: string; position: number };

/** The position in the text of the name at the end of a path, so that a fault is shown at its line. */
function positionOf(text: string, path: readonly string[]): number {
  let position = 0;
  for (const name of path) {
    const found = text.indexOf(JSON.stringify(name), position);
    if (found < 0) break;
    position = found;
  }
  return position;
}

/** Where JSON breaks: browsers tell it in words of their own, or not at all. */
function breakOf(text: string): number {
  let position: number | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from }) => {
      if (type.isError) position ??= from;
    },
  });
  return position ?? text.length;
}

/** The first name that an object has twice, which JSON allows: all but its last value would be lost without a word. */
function findDuplicate(text: string): { name: string; position: number } | undefined {
  const seen: Set<string>[] = [];
  let duplicate: { name: string; position: number } | undefined;
  jsonLanguage.parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.name === 'Object') seen.push(new Set());
      if (type.name !== 'PropertyName' || duplicate) return;
      // Names may be written with escapes.
      const name = JSON.parse(text.slice(from, to)) as string;
      const names = seen.at(-1);
      if (names?.has(name)) duplicate = { name, position: from };
      names?.add(name);
    },
    leave: ({ type }) => {
      if (type.name === 'Object') seen.pop();
    },
  });
  return duplicate;
}

/** The first thing that is wrong with a text of selectors. */
export function faultOf(text: string): TextFault | undefined {
  if (text.trim() === '') return { kind: 'empty' };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { kind: 'syntax', message: 'This is not valid JSON.', position: breakOf(text) };
  }
  const duplicate = findDuplicate(text);
  if (duplicate) {
    const message = `“${duplicate.name}” is there twice, and only the last one would count.`;
    return { kind: 'grammar', message, position: duplicate.position };
  }
  const fault = findSelectorsFault(document);
  return fault
    ? { kind: 'grammar', message: fault.message, position: positionOf(text, fault.path) }
    : undefined;
}
