import { PAGE_PLACEHOLDERS } from '@leadping/contracts/gateway/page';
import type { PageReplies } from './page-replies.ts';

type Texts = PageReplies['texts'];

const { logo: LOGO, ...TEXTS } = PAGE_PLACEHOLDERS;
const NAME_OF = new Map<string, keyof typeof TEXTS>(
  Object.entries(TEXTS).map(([name, placeholder]) => [placeholder, name as keyof typeof TEXTS]),
);
const PLACE = new RegExp(`(${Object.values(TEXTS).join('|')})`);
/** The picture itself, and the tag by which a browser fetches it early. */
// backtracks: pages of the release, read once
const LOGO_TAG = new RegExp(`<(?:img|link)[^>]*${LOGO}[^>]*>`, 'g');

/** What a path without replies shows of itself: the slug that it was opened with. */
const slugOf = (path: string) => /^\/r\/([A-Za-z0-9-]{1,100})/.exec(path)?.[1] ?? '';

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

/** HTML rendered in advance, cut once at its placeholders; each answer only joins the pieces. */
export function fillIn(html: string): (texts: Texts | undefined, path: string) => string {
  const cut = (part: string) => part.split(PLACE);
  const withoutLogo = cut(html.replaceAll(LOGO_TAG, ''));
  const withLogo = html.includes(LOGO) ? cut(html) : withoutLogo;
  return (texts, path) => {
    const pieces = texts?.logo ? withLogo : withoutLogo;
    const text = pieces
      .map((piece) => {
        const name = NAME_OF.get(piece);
        if (name === undefined) return piece;
        return escapeHtml(texts?.[name] ?? (name === 'slug' ? slugOf(path) : ''));
      })
      .join('');
    return texts?.logo ? text.replaceAll(LOGO, () => escapeHtml(texts.logo ?? '')) : text;
  };
}
