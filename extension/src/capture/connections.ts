/** What the site calls connections, in the languages that it speaks. */
const CONNECTIONS =
  /connect|[kc]onta[kc]t|relation|conex[iõ]|collegam|forbindelse|yhtey[st]|bağlantı|kapcsolat|koneksi|контакт|зв.?яз|конект|επαφ|σ[υύ]νδ[εέ]σ|زميل|زملاء|جهة|جهات|صلة|صلات|اتصال|ارتباط|קשר|कनेक्शन|সংযোগ|தொடர்பு|ติดต่อ|รู้จัก|つながり|촌|联系人|聯絡人|好友|人[脉脈]|კავშირ|կապ/iu;
const FOLLOWERS =
  /follow|abonn|seguid|obserwuj|takipçi|volg|п[оі]дпис|ακόλουθ|متابع|עוקב|फ़ॉलोअर|অনুসর|பின்தொ|ติดตาม|フォロワー|팔로워|[关關]注|mutual|gemeinsam|commun|common|共同|общ/iu;

// backtracks: at most 120 characters, see readConnections
const NUMBER = /(?:^|[^\d.,])(\d{1,3}(?:([.,’'\s\u00a0\u202f])\d{2,3}(?:\2\d{3})*)|\d{1,7})(?![\d.,]*\d)/;

export function hasConnectionsWord(text: string): boolean {
  return CONNECTIONS.test(text) && !FOLLOWERS.test(text);
}

/**
 * The number in a text such as "500+ connections", "1.204 Kontakte" or "٥٠٠+ زميل"; null where it is not one plain number.
 * "500+" counts as 500, as the guides say.
 */
export function readConnections(text: string): number | null {
  if (text.length > 120 || FOLLOWERS.test(text)) return null;
  // "1촌" is Korean for a connection of the first degree.
  const plain = toAsciiDigits(text).replace(/\d\s?촌/g, ' ');
  if (/\d\s?(?:st|nd|rd|th|k|m|mil|tis|tys|тыс|тис|万|천|만)(?![\p{L}])/iu.test(plain)) return null;
  const found = NUMBER.exec(plain);
  if (!found?.[1]) return null;
  // A second number means that the text says more than one thing.
  if (/\d/.test(plain.replace(found[0], ''))) return null;
  if (!isGrouped(found[1])) return null;
  const count = Number(found[1].replace(/\D/g, ''));
  return count <= 50_000 ? count : null;
}

/** Groups of three, or the Indian two and three; "1.5" is not a count. */
const isGrouped = (number: string) => /^(?:\d+|\d{1,3}(?:\D\d{3})+|\d{1,2}\D\d{2}\D\d{3})$/.test(number);

/** Every script's ten digits follow one another, the zero first. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
