import { findSelectorsFault } from '@leadping/contracts/licensing/selector-grammar';

export type TextFault =
  | { kind: 'empty' }
  | { kind: 'syntax'; message: string; position: number }
  | { kind: 'grammar'; message: string; position: number };

/** Where the name at the end of a path stands in the text, so that a fault can be shown at its line. */
function positionOf(text: string, path: readonly string[]): number {
  let position = 0;
  for (const name of path) {
    const found = text.indexOf(JSON.stringify(name), position);
    if (found < 0) break;
    position = found;
  }
  return position;
}

/** Browsers tell where JSON breaks in their own words: a position, or a line and a column. */
function breakOf(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position) return Math.min(Number(position), text.length);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (!line || !column) return text.length;
  const before = text.split('\n').slice(0, Number(line) - 1);
  return Math.min(before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1, text.length);
}

/** The first thing that is wrong with a text of selectors. */
export function faultOf(text: string): TextFault | undefined {
  if (text.trim() === '') return { kind: 'empty' };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return { kind: 'syntax', message, position: breakOf(text, message) };
  }
  const fault = findSelectorsFault(document);
  return fault
    ? { kind: 'grammar', message: fault.message, position: positionOf(text, fault.path) }
    : undefined;
}
