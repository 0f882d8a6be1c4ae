import { tidy } from './read-text.ts';

const MAX_CARD_TEXT = 900;
const SECTION_MARKS = 'h2, aside, article, form';

/** The block of the page that introduces the person: what surrounds the name, short of the next section. */
export function findTopCard(name: Element): Element {
  let card = name;
  for (let next = name.parentElement; next && !isPageFrame(next); next = next.parentElement) {
    if ((next.textContent ?? '').length > MAX_CARD_TEXT || next.querySelector(SECTION_MARKS)) break;
    card = next;
  }
  return card;
}

const isPageFrame = (element: Element) => element.matches('body, main, [role="main"]');

/** The words that the title of the page has for the person, as in "(3) Maya Lindqvist | LinkedIn"; empty where it says nothing. */
export function readTitle(page: Document): string[] {
  const title = tidy(page.title)
    .replace(/^\(\d+\+?\)\s*/, '')
    // backtracks: `tidy` takes texts of limited length
    .replace(/\s*\|\s*LinkedIn.*$/i, '');
  return /^(?:linkedin)?$/i.test(title) ? [] : title.split(/\s[-–—]\s/);
}

const comparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the page's title, where it names somebody, names this person. */
export function agreesWithTitle(name: string, title: readonly string[]): boolean {
  const [titled = ''] = title;
  const [one, other] = [comparable(name), comparable(titled)];
  return one === '' || other === '' ? title.length === 0 : one.startsWith(other) || other.startsWith(one);
}
