import { toAsciiDigits } from './digits.ts';

/** Stems of the words for connections in the site's languages. */
const CONNECTIONS =
  /conne|conex|[ck]onta[ck]|relat|collega|f[oö]rbindel|yhtey|bağlant|kapcsol|ismer|koneks|sambung|kenalan|spojen|kết n|контакт|конект|зв.?яз|связ|επαφ|νδ[εέ]σ|زميل|زملا|جهة|جهات|صلة|صلات|اتصال|ارتباط|קשר|कने|সংযোগ|কানে|ਕਨੈ|కనె|தொடர்|ติดต่อ|รู้จัก|つなが|촌|联系|聯[絡繫]|好友|人[脉脈]|კავშ|կապ/iu;
/** Words for followers and for shared connections. */
const OTHERS =
  /follow|abon|seguid|obser|takip|volg|f[öø]l[jg]|seura|sled|követ|ikut|urmăr|підп|подп|отсл|стеж|όλουθ|تابع|دنبال|עוקב|ॉलो|অনুস|ਫਾਲ|ఫాల|பின்|ติดตาม|theo d|フォロ|팔로|[关關]注|追|mutual|geme[ein]|comm|com[uú]|wspól|spol|közös|ortak|f[æe]lles|yhtei|bersama|chung|общ|спіль|κοιν|شتر|שותפ|आपसी|साझा|ร่วม|共|공통|함께/iu;

export const hasConnectionsWord = (text: string): boolean => CONNECTIONS.test(text);

/** Maximum words on either side of the number. A longer text is about something else. */
const MAX_WORDS = 4;
/** A plain number, groups of three digits, or Indian groups of two and three. "1.5" is not a count. */
const NUMBER = /^(?:\d+|\d{1,3}(?:[.,٬’'\s]\d{3})+|\d\d?,\d\d,\d{3})$/;
/** An ordinal ("2e graads connectie", "2. Grades") or a rounded number ("1.2K"). */
const NO_COUNT =
  /^(?:[a-zà-žα-ωа-я]|[º°ª]|[.-]\s?\p{L}|\s(?:k|m|mil|tis|tys|тыс|тис)(?!\p{L})|\s?[万천만])/iu;

function split(text: string): { before: string; count: number; after: string } | null {
  // "1촌" is Korean for a connection of the first degree.
  const plain = toAsciiDigits(text).replace(/\d\s?촌/g, ' ');
  const [, before = '', number = '', after = ''] = /^(\D*)(\d(?:[\d.,٬’'\s]*\d)?)(\D*)$/.exec(plain) ?? [];
  if (text.length > 120 || !NUMBER.test(number) || NO_COUNT.test(after)) return null;
  const count = Number(number.replace(/\D/g, ''));
  return count <= 50_000 ? { before, count, after } : null;
}

/**
 * The number in a text such as "500+ connections", "1.204 Kontakte" or "٥٠٠+ زميل". Null if the text has no
 * single plain number. "500+" counts as 500, as the guides promise.
 */
export const readConnections = (text: string): number | null =>
  OTHERS.test(text) ? null : (split(text)?.count ?? null);

/** "4K followers", "1.2万 位关注者". */
const isRounded = (text: string) =>
  /^\p{Nd}/u.test(text) && text.split(' ').length <= MAX_WORDS && OTHERS.test(text);

/** The kind of a counting line. Null if the line is not a count. */
export type Counted = 'connections' | 'count' | null;

/**
 * Recognizes a line that is only a count, such as "500+ connections" or "Plus de 500 relations": the number,
 * then a word for connections, and few other words. Scripts without spaces have the word on either side. Only
 * connections are shown as "500+".
 */
export function findCounted(text: string): Counted {
  const found = split(text);
  if (!found) return isRounded(text) ? 'count' : null;
  const { before, count, after } = found;
  const isSaying = [before, after].some(
    (part) => part.trim().split(' ').length > MAX_WORDS || /[,;|!?@#/&]/.test(part),
  );
  if (isSaying) return null;
  if (OTHERS.test(text)) return 'count';
  const isNamed = hasConnectionsWord(after) || (hasConnectionsWord(text) && !/[a-z]/i.test(text));
  return isNamed || (count === 500 && /^\s?\+/.test(after)) ? 'connections' : null;
}
