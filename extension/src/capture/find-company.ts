import { isText } from './check-value.ts';
import { isInExperience, isPast } from './current-position.ts';
import type { CardLine } from './label-lines.ts';
import { readAttribute, readHref } from './query-all.ts';
import { isPair } from './read-card.ts';
import { tidy } from './read-text.ts';

/** Stems of the word "company" in the site's screen-reader labels, in its languages. */
const COMPANY =
  /ompan|unterneh|firm|entrepr|empresa|aziend|bedri|företag|virksom|yritys|şirket|usahaan|syarik|společn|vállal|công ty|компан|εταιρ|شرك|חברה|कंपनी|কোম্পা|ਕੰਪਨ|కంపె|நிறுவ|บริษัท|会社|勤務|회사|公司|კომპ|ընկեր/iu;

type Verdict = 'company' | 'other' | undefined;

/**
 * The current company on a card. A label or a link target identifies a name. A name without either counts
 * only if the hidden line "company · school", the Experience section or a link to a company confirms it. A
 * school never counts.
 * @param taken the values of other fields, because the company's button may repeat one of them
 */
export function findCompany(
  page: Document,
  card: Element,
  lines: readonly CardLine[],
  taken: readonly unknown[],
): string {
  const open = lines
    .filter(
      ({ text, kind }, index) =>
        (kind === 'control' || (kind === 'free' && !taken.includes(text))) &&
        isText(text) &&
        !lines.slice(index + 1, index + 2).some(isPast),
    )
    .map((line) => ({ ...line, verdict: findVerdict(line, card) }));
  const before = open.filter(isPair).map(({ text }) => text.split(' · ')[0]);
  const names = open.filter((line) => !isPair(line) || line.verdict);
  const found =
    names.find(({ verdict }) => verdict === 'company') ??
    names.find(({ text }) => before.includes(text)) ??
    names.find(({ text, verdict }) => !verdict && isInExperience(page, card, text));
  return found?.text ?? '';
}

function findVerdict({ element, text }: CardLine, card: Element): Verdict {
  for (let at: Element | null = element; at && at !== card; at = at.parentElement) {
    const verdict = findOwnVerdict(at, text);
    if (verdict) return verdict;
  }
  return undefined;
}

function findOwnVerdict(element: Element, text: string): Verdict {
  const section = readAttribute(element, 'data-section');
  const href = readHref(element);
  if (section) return section.startsWith('current') ? 'company' : 'other';
  if (/\/school\/|^#education/.test(href)) return 'other';
  if (/\/company\/|^#experience/.test(href)) return 'company';
  // "Current company: Acme. Click to skip to experience card". Some languages write the name first.
  const [before = '', after = ''] = tidy(readAttribute(element, 'aria-label')).split(text);
  const words = before.trim() || after.trim();
  return words ? (COMPANY.test(words) ? 'company' : 'other') : undefined;
}
