import { PRERENDERED_TAG } from '@leadping/contracts/gateway/page';

const prerenderedTags = () => document.head.querySelectorAll(`[${PRERENDERED_TAG}]`);

/** What tells one kind of head tag from another: a document has one title, one description, one canonical address. */
const kindOf = (tag: Element) =>
  [tag.tagName, ...['name', 'property', 'rel'].map((name) => tag.getAttribute(name))].join(' ');

/** For a live page that is drawn anew: it brings a title of its own, and of two the first would be shown for ever. */
export function dropPrerenderedTags(): void {
  document.querySelector('head > title')?.remove();
  for (const tag of prerenderedTags()) tag.remove();
}

/** For a live page that took the prerendered one over, but had to draw parts of it anew. */
export function dropReplacedTags(): void {
  const brought = new Set([...document.head.querySelectorAll(`:not([${PRERENDERED_TAG}])`)].map(kindOf));
  for (const tag of prerenderedTags()) if (brought.has(kindOf(tag))) tag.remove();
}
