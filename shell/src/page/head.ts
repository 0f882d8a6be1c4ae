import { PRERENDERED_TAG } from '@leadping/contracts/gateway/page';

const prerenderedTags = () => document.head.querySelectorAll(`[${PRERENDERED_TAG}]`);

/** The identity of a head tag. A document has one title, one description and one canonical address. */
const kindOf = (tag: Element) =>
  [tag.tagName, ...['name', 'property', 'rel'].map((name) => tag.getAttribute(name))].join(' ');

/**
 * For a page that is rendered from scratch. It brings its own title, and the browser would keep showing the first
 * of two.
 */
export function dropPrerenderedTags(): void {
  document.querySelector('head > title')?.remove();
  for (const tag of prerenderedTags()) tag.remove();
}

/** For a page that hydrated the prerendered one but rendered parts of it again. */
export function dropReplacedTags(): void {
  const brought = new Set([...document.head.querySelectorAll(`:not([${PRERENDERED_TAG}])`)].map(kindOf));
  for (const tag of prerenderedTags()) if (brought.has(kindOf(tag))) tag.remove();
}
