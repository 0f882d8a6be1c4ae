import { isLinkTo } from './profile-address.ts';
import { queryAll, readAttribute, readHref } from './query-all.ts';
import { tidy } from './read-text.ts';

export interface Structured {
  fullName: string;
  jobTitle: string;
  company: string;
  location: string;
}

/** Untrusted page data. Any member may have any type. */
interface Json {
  [name: string]: unknown;
  member?: Json;
  address?: Json;
  worksFor?: Json | Json[];
}

const MAX_JSON_LENGTH = 500_000;

/**
 * Reads JSON-LD and `og:` tags that name the slug of the address. Other tags may describe the previous person
 * after in-page navigation.
 */
export function readStructured(page: Document, slug: string): Structured {
  const isOwn = (url: unknown) => typeof url === 'string' && isLinkTo(url, slug);
  let person: Json = {};
  for (const { textContent: json } of queryAll(page, 'script[type="application/ld+json"]').slice(0, 5)) {
    try {
      if (json && json.length < MAX_JSON_LENGTH)
        JSON.parse(json, (_name, value: Json | null) => {
          if (value?.['@type'] === 'Person' && (isOwn(value.url) || isOwn(value.sameAs))) person = value;
          return value;
        });
    } catch {
      // Ignore malformed data.
    }
  }
  const meta = (name: string) => readAttribute(page.querySelector(`meta[property="${name}"]`), 'content');
  const isOwnHead = isOwn(meta('og:url') || readHref(page.querySelector('link[rel=canonical]')));
  const employers = [person.worksFor].flat().filter((one) => one?.member?.endDate === undefined);
  const { name, address } = person;
  return {
    fullName:
      read(name) || (isOwnHead ? tidy(`${meta('profile:first_name')} ${meta('profile:last_name')}`) : ''),
    jobTitle: read(person.jobTitle),
    company: employers.length === 1 ? read(employers[0]?.name) : '',
    location: read(address?.addressLocality),
  };
}

/**
 * A text, or the only text of a list. Empty for lists of several texts, because the right one is unknown, and
 * for masked texts.
 */
function read(value: unknown): string {
  const [text, ...others] = [value].flat();
  return typeof text === 'string' && !others[0] && !/\*{3}/.test(text) ? tidy(text) : '';
}
