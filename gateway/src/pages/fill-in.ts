import { listMarks, PAGE_LISTS, PAGE_PLACEHOLDERS, type PageList } from '@leadping/contracts/gateway/page';
import escapeHtml from 'escape-html';
import type { PageReplies } from './page-replies.ts';
import { slugOf } from './slug.ts';

type Replies = Pick<PageReplies, 'texts' | 'lists'>;
type Fill = (replies: Replies | undefined, path: string) => string;

const { logo: LOGO, ...TEXTS } = PAGE_PLACEHOLDERS;
/** The picture and the preload tag for it. */
const LOGO_TAG = new RegExp(`<(?:img|link)[^>]*${LOGO}[^>]*>`, 'g');

/** Splits prerendered HTML once at its placeholders, so that each reply only joins the pieces. */
export function fillIn(html: string): Fill {
  const withoutLogo = cutLists(html.replaceAll(LOGO_TAG, ''));
  const withLogo = html.includes(LOGO) ? cutLists(html) : withoutLogo;
  return (replies, path) => {
    const text = (replies?.texts.logo ? withLogo : withoutLogo)(replies, path);
    return replies?.texts.logo ? text.replaceAll(LOGO, () => escapeHtml(replies.texts.logo ?? '')) : text;
  };
}

const LISTS = Object.keys(PAGE_LISTS) as PageList[];

/** Splits out the parts that repeat for each item of a list. */
function cutLists(html: string): Fill {
  const found = LISTS.map((list) => ({ list, ...listMarks(list), at: html.indexOf(listMarks(list).start) }))
    .filter(({ at, end }) => at >= 0 && html.includes(end, at))
    .sort((one, other) => one.at - other.at)[0];
  if (!found) return cutTexts(html);
  const { list, at, start, end } = found;
  const endAt = html.indexOf(end, at);
  const before = cutTexts(html.slice(0, at));
  const places: Record<string, string> = PAGE_LISTS[list];
  const item = cutAt(places, html.slice(at + start.length, endAt));
  const after = cutLists(html.slice(endAt + end.length));
  return (replies, path) => {
    const items = replies?.lists[list] ?? [];
    const written = items.map((fields) => item((name) => (fields as Record<string, string>)[name] ?? ''));
    return before(replies, path) + written.join('') + after(replies, path);
  };
}

function cutTexts(html: string): Fill {
  const write = cutAt(TEXTS, html);
  // Without replies the page shows the slug from its path.
  return (replies, path) =>
    write((name) => replies?.texts[name] ?? (name === 'slug' ? (slugOf(path) ?? '') : ''));
}

function cutAt<Name extends string>(
  places: Record<Name, string>,
  html: string,
): (valueOf: (name: Name) => string) => string {
  const names = new Map(Object.entries<string>(places).map(([name, place]) => [place, name as Name]));
  if (names.size === 0) return () => html;
  const pieces = html.split(new RegExp(`(${[...names.keys()].join('|')})`));
  return (valueOf) =>
    pieces
      .map((piece) => {
        const name = names.get(piece);
        return name === undefined ? piece : escapeHtml(valueOf(name));
      })
      .join('');
}
