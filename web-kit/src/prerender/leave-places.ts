import {
  FILL_ATTRIBUTE,
  LIST_ATTRIBUTE,
  listMarks,
  PAGE_LISTS,
  PAGE_PLACEHOLDERS,
  type PageList,
} from '@leadping/contracts/gateway/page';

type Placeholders = Record<string, string>;

/** The item of a list that a page is rendered with. Its number is part of the ids in it. */
const ITEM_INDEX = 0;

const FILLED = new RegExp(`<\\w+[^>]*? ${FILL_ATTRIBUTE}="[^>]*>[^<]*`, 'g');
const LIST_ITEM = new RegExp(`<(\\w+) ${LIST_ATTRIBUTE}="(\\w+)"`);
const ITEM_IDS = new RegExp(`( (?:id|aria-controls|aria-labelledby)="[a-z-]+-)${ITEM_INDEX}(?=["-])`, 'g');

/** Writes placeholders into the elements that have a fill attribute, and marks around the items of lists. */
export function leavePlaces(html: string): string {
  const item = LIST_ITEM.exec(html);
  if (!item) return fillElements(html, PAGE_PLACEHOLDERS);
  const [, tag = '', list] = item;
  const end = findEnd(html, item.index, tag);
  return (
    fillElements(html.slice(0, item.index), PAGE_PLACEHOLDERS) +
    leaveItem(html.slice(item.index, end), list as PageList) +
    leavePlaces(html.slice(end))
  );
}

/** @throws {Error} if a stand-in is left, because visitors would see it */
export function checkPlaces(html: string, standIns: readonly string[]): void {
  const left = standIns.find((text) => html.includes(text));
  if (left) throw new Error(`${left} is in an element without ${FILL_ATTRIBUTE}`);
}

function leaveItem(html: string, list: PageList): string {
  const placeholders: Placeholders = PAGE_LISTS[list];
  const { start, end } = listMarks(list);
  const item = fillElements(html, placeholders);
  const { index } = placeholders;
  return start + (index === undefined ? item : item.replaceAll(ITEM_IDS, `$1${index}`)) + end;
}

/** `data-fill` names the placeholder of an element's text, and `data-fill-href` that of its `href`. */
function fillElements(html: string, placeholders: Placeholders): string {
  return html.replaceAll(FILLED, (element) => {
    const [opening = ''] = /^[^>]*>/.exec(element) ?? [];
    const text = readAttribute(opening, FILL_ATTRIBUTE);
    const href = readAttribute(opening, `${FILL_ATTRIBUTE}-href`);
    const filled =
      href === null ? opening : opening.replace(/ href="[^"]*"/, () => ` href="${find(placeholders, href)}"`);
    return filled + (text === null ? element.slice(opening.length) : find(placeholders, text));
  });
}

const readAttribute = (opening: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(opening)?.[1] ?? null;

function find(placeholders: Placeholders, name: string): string {
  const placeholder = placeholders[name];
  if (placeholder === undefined) throw new Error(`No placeholder is named ${name}`);
  return placeholder;
}

/** @returns the index after the end tag of the element that starts at `start` */
function findEnd(html: string, start: number, tag: string): number {
  let depth = 0;
  for (const { 0: found, index } of html.slice(start).matchAll(new RegExp(`</?${tag}[ >]`, 'g'))) {
    depth += found.startsWith('</') ? -1 : 1;
    if (depth === 0) return start + index + found.length;
  }
  throw new Error(`<${tag}> has no end`);
}
