import { isText } from './check-value.ts';
import { toAsciiDigits } from './digits.ts';
import { OF_OTHERS, queryAll, readAttribute } from './query-all.ts';
import { readLines, type Line } from './read-lines.ts';

export interface Position {
  title: string;
  company: string;
}

/** The section that lists positions, by its keys and anchors, which are the same in every language. */
export const EXPERIENCE = '[componentkey$=Experience],[data-section=experience],#experience';
const MAX_ROOTS = 20;
/** "Jan 2020 - Present · 6 yrs", "2020年1月 – 現在": a year, a dash, and the text up to the next dot. */
const RANGE = /^[^·]{0,20}(?:19|20)\d\d[^·\d]{0,4}(?:\d\d?[^·\d]{0,4})?\s?[-–—~～]\s?([^·]+)/;

const readSections = (page: Document, card: Element, selector: string): Line[][] =>
  queryAll(page, selector)
    // The anchor of an older layout is empty. Its parent is the section.
    .map((one) => (one.childElementCount > 0 ? one : (one.parentElement ?? one)))
    .filter((one) => !one.contains(card) && !card.contains(one) && !one.closest(OF_OTHERS))
    .slice(0, MAX_ROOTS)
    .map((one) => {
      const lines = readLines(one);
      // The first line of a section is its heading, which may be repeated for screen readers.
      return one.matches('a') ? lines : lines.filter(({ text }) => text !== lines[0]?.text);
    });

/** The end of a date range: a word such as "Present", or a date. Undefined if the line is not a range. */
const findEnd = ({ text }: Line): string | undefined => RANGE.exec(toAsciiDigits(text))?.[1];

const hasDigit = (text: string) => /\p{Nd}/u.test(text);

/**
 * Whether a range has no end. The public page marks up each date and writes the duration right after the last
 * one.
 */
function isOpen(line: Line): boolean {
  const dates = queryAll(line.element, 'time').length;
  const end = findEnd(line) ?? '0';
  return dates > 0 ? dates === 1 && /^\p{L}/u.test(end) : /^\D+$/.test(end);
}

/** Whether a line is the dates of a position that has ended. */
export const isPast = (line: Line) => findEnd(line) && !isOpen(line);

/** Whether a company's logo on the page has this name. */
export const isOnLogo = (page: Document, company: string): boolean =>
  queryAll(page, 'a[href*="/company/"] img').some((logo) => readAttribute(logo, 'alt').includes(company));

/**
 * Whether this company has a current position in the Experience section, or a link to it. After a title, the
 * line before the dates is the company. After the total duration at a company, it is a title. The line two
 * above the dates is a title. Without dates, the kind of employment or the logo distinguishes a company from a
 * title.
 */
export const isInExperience = (page: Document, card: Element, company: string): boolean =>
  readSections(page, card, `${EXPERIENCE},a[href*="/company/"]`).some((lines) =>
    lines.some(({ text }, index) => {
      const isWithKind = text.startsWith(`${company} · `);
      if (text !== company && !isWithKind) return false;
      const [next, afterNext] = lines.slice(index + 1, index + 3);
      if (next && findEnd(next))
        return isOpen(next) && (isWithKind || !hasDigit(lines[index - 1]?.text ?? '0'));
      const isLinked = isWithKind || isOnLogo(page, company);
      return isLinked && (!afterNext || !findEnd(afterNext));
    }),
  );

/**
 * The only current position. Null if there are several, because the right one is unknown. The two lines
 * before its dates are the title and "Company · Full-time". Grouped positions show the company's duration and
 * the title there, so the company must share a link with the title or show the kind of employment.
 */
export function findCurrentPosition(page: Document, card: Element): Position {
  const nothing = { title: '', company: '' };
  const [position = nothing, ...others] = readSections(page, card, EXPERIENCE).flatMap((lines) =>
    lines.flatMap((line, index) => {
      if (!isOpen(line)) return [];
      const [title, company] = lines.slice(index - 2, index);
      const [name = '', ...kind] = (company?.text ?? '').split(' · ');
      const link = company?.element.closest('a[href*="/company/"]');
      const isSure =
        title &&
        isText(title.text) &&
        isText(name) &&
        !hasDigit(kind.join()) &&
        (kind.length === 1 || link?.contains(title.element));
      return [isSure ? { title: title.text, company: name } : nothing];
    }),
  );
  return others[0] ? nothing : position;
}
