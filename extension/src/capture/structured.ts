import { isLinkTo } from './profile-address.ts';
import { tidy } from './read-text.ts';
import { queryAll } from './query-all.ts';

/** What a page says of its person to search engines. */
export interface Structured {
  fullName: string;
  jobTitle: string;
  company: string;
  location: string;
}

const MAX_JSON_LENGTH = 500_000;

/**
 * Reads JSON-LD and `og:` tags, and only those that name the slug of the address: after in-page navigation they may still
 * be those of the person before.
 */
export function readStructured(page: Document, slug: string): Structured {
  const person = findPerson(page, slug);
  const meta = (property: string) =>
    tidy(page.querySelector(`meta[property="${property}"]`)?.getAttribute('content'));
  const hasOwnMeta = isLinkTo(meta('og:url') || canonical(page), slug);
  const metaName = hasOwnMeta ? tidy(`${meta('profile:first_name')} ${meta('profile:last_name')}`) : '';
  return {
    fullName: textOf(person?.name) || metaName,
    jobTitle: firstText(person?.jobTitle),
    company: currentEmployer(person?.worksFor),
    location: textOf(member(person?.address, 'addressLocality')),
  };
}

const canonical = (page: Document) => page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '';

function findPerson(page: Document, slug: string): Record<string, unknown> | null {
  for (const script of queryAll(page, 'script[type="application/ld+json"]').slice(0, 5)) {
    const text = script.textContent ?? '';
    if (text.length > MAX_JSON_LENGTH) continue;
    const person = personIn(parse(text));
    if (person && [person.url, person['@id'], person.sameAs].some((url) => isLinkTo(textOf(url), slug)))
      return person;
  }
  return null;
}

function personIn(value: unknown): Record<string, unknown> | null {
  const nodes: unknown[] = Array.isArray(value) ? value : [value, ...list(member(value, '@graph'))];
  for (const node of nodes) {
    if (member(node, '@type') === 'Person') return node as Record<string, unknown>;
    const main = member(node, 'mainEntity');
    if (member(main, '@type') === 'Person') return main as Record<string, unknown>;
  }
  return null;
}

/** The only employer, or the only one without an end; with several nobody knows which one counts. */
function currentEmployer(worksFor: unknown): string {
  const current = list(worksFor).filter(
    (employer) => member(member(employer, 'member'), 'endDate') === undefined,
  );
  return current.length === 1 ? textOf(member(current[0], 'name')) : '';
}

/** One title; of several nobody knows which one counts. */
const firstText = (value: unknown) => (list(value).length === 1 ? textOf(list(value)[0]) : '');

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

function member(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !/\*{3,}/.test(value) ? tidy(value) : '';
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
