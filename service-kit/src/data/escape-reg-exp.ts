/** A text as a part of a regular expression that matches it literally. Until Node has `RegExp.escape`. */
export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
