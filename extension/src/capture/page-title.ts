import { comparable, tidy } from './read-text.ts';

/**
 * The name in the page's title, as in "(3) Maya Lindqvist
 * LinkedIn". Empty if the title has none.
 */
export const readTitle = (page: Document): string =>
  tidy(page.title)
    .replace(/^\(\d+\+?\)\s*/, '')
    // oxlint-disable-next-line regexp/no-super-linear-move -- `tidy` takes texts of limited length
    .replace(/(?:^|\s*[|｜]\s*)(?:LinkedIn|领英)$/i, '');

/**
 * Whether the title names this person, either as a whole or before a dash, as on the public page ("Name -
 * Title - Company").
 */
export const isTitled = (name: string, title: string): boolean =>
  comparable(name) === comparable(title) ||
  (!!name && title.startsWith(name) && /^\s[-–—|]\s/.test(title.slice(name.length)));
