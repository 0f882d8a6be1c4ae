import type { SelectableField, SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { isLocation, isName, isText } from './check-value.ts';
import { readConnections } from './connections.ts';
import { findOnlyEmail, readContactDialog } from './contact-dialog.ts';
import { findCurrentPosition, isInExperience, isOnLogo } from './current-position.ts';
import { findCompany } from './find-company.ts';
import { findAround, findByEvidence, type Person } from './find-person.ts';
import {
  findPublished,
  findPublishedCard,
  findPublishedPart,
  type Found,
  type Search,
} from './find-published.ts';
import { DEGREE, labelLines } from './label-lines.ts';
import { EMPTY_LEAD, type Lead } from './lead.ts';
import { isTitled, readTitle } from './page-title.ts';
import { findLinksTo, isLinkTo, isLinkToOther, profileUrlOf } from './profile-address.ts';
import { queryAll, readHref, readHrefAround } from './query-all.ts';
import { readCard } from './read-card.ts';
import { readStructured, type Structured } from './structured.ts';
import { now } from '../now.ts';

export type { Person } from './find-person.ts';

/** Time budget shared by the published selectors of a capture, in ms, so that a press feels immediate. */
const BUDGET_MS = 25;

export interface Profile {
  lead: Lead;
  name: Person;
  /** The block that introduces the person. Null if the page shows nobody. */
  card: Element | null;
}

interface Sources extends Search {
  page: Document;
  title: string;
  /** Called only if the card lacks a value, because parsing is expensive. */
  structured: () => Structured;
}

function openSources(page: Document, slug: string, published: SelectorSet, budgetMs = BUDGET_MS): Sources {
  let read: Structured | undefined;
  const structured = () => (read ??= readStructured(page, slug));
  const deadline = now() + budgetMs;
  return { page, slug, published, card: null, deadline, title: readTitle(page), structured };
}

/** Reads only the seven data points. */
export function captureProfile(
  page: Document,
  slug: string,
  published: SelectorSet,
  budgetMs?: number,
): Lead {
  return readProfile(page, slug, published, budgetMs).lead;
}

/**
 * Reads the person whose profile is open. For each field the published selectors come first, then the
 * evidence of the page. A field that is uncertain stays empty and is never a guess.
 * @param budgetMs milliseconds that the published selectors share
 */
export function readProfile(
  page: Document,
  slug: string,
  published: SelectorSet,
  budgetMs?: number,
): Profile {
  const sources = openSources(page, slug, published, budgetMs);
  const name = findPersonIn(sources);
  const { element, card } = name;
  const lead: Lead = { ...EMPTY_LEAD, fullName: name.text, profileUrl: profileUrlOf(slug) };
  if (!element || !card) return { lead, name, card };
  const search = { ...sources, card };
  const { structured } = sources;
  const lines = labelLines(card, element, name.text);
  const read = readCard(lines, element, structured);
  // If nodes are missing, the company may be the only text left on the card.
  const isCompany = (text: string) => isInExperience(page, card, text) || isOnLogo(page, text);
  if (isCompany(read.location)) read.location = '';
  if (isCompany(read.headline)) read.headline = '';
  lead.jobTitle = findText('jobTitle', search, isHeadline) || read.headline;
  lead.location = findText('location', search, isLocation) || read.location || structured().location;
  const taken = Object.values(lead);
  lead.company = findText('company', search) || findCompany(page, card, lines, taken) || structured().company;
  const position = findCurrentPosition(page, card);
  lead.company ||= position.company;
  lead.jobTitle ||= structured().jobTitle;
  if (read.hasNoHeadline) lead.jobTitle ||= position.title;
  lead.connections = findNumber(search) ?? read.connections;
  lead.email = findEmail(search);
  return { lead, name, card };
}

/** Finds the person that the page shows. It is cheap enough for placing the button. */
export function findPerson(
  page: Document,
  slug: string,
  published: SelectorSet = {},
  budgetMs?: number,
): Person {
  return findPersonIn(openSources(page, slug, published, budgetMs));
}

function findPersonIn(sources: Sources): Person {
  const { page, slug, title, structured } = sources;
  const head = { slug, title, structuredName: () => structured().fullName };
  const hasOwnLink = (block: Element | null) => !!block && findLinksTo(block, slug).length > 0;
  // The title may add words to the name, or still name the previous person. A page that an admin tries has no address.
  const isConfirmed = (name: Element) =>
    !slug ||
    isLinkTo(readHrefAround(name), slug) ||
    hasOwnLink(findPublishedCard(sources, name)) ||
    !!findPublishedPart('shown', sources);
  const isOther = ({ element, text }: Found) =>
    !isName(text) ||
    isLinkToOther(readHrefAround(element), slug) ||
    (title !== '' && !isTitled(text, title) && !isConfirmed(element));
  const found = firstOf(findPublished('fullName', sources), (one) => (isOther(one) ? null : one));
  const person = found ? findAround(found, slug) : findByEvidence(page, head);
  const card = person.element && findPublishedCard(sources, person.element);
  return card ? { ...person, card, isLinked: person.isLinked || hasOwnLink(card) } : person;
}

function firstOf<T>(groups: Iterable<Found[]>, read: (found: Found) => T | null): T | null {
  for (const group of groups) {
    for (const found of group) {
      const value = read(found);
      if (value !== null) return value;
    }
  }
  return null;
}

const findText = (field: SelectableField, search: Search, fits = isText) =>
  firstOf(findPublished(field, search), ({ text }) => (fits(text) ? text : null)) ?? '';

const isHeadline = (text: string) => isText(text) && !DEGREE.test(text);

const findNumber = (search: Search) =>
  firstOf(findPublished('connections', search), ({ text }) => readConnections(text));

function findEmail(search: Search & { page: Document; card: Element }): string | null {
  const { page, slug, card } = search;
  for (const found of findPublished('email', search)) {
    const email = findOnlyEmail(found.map(({ element, text }) => readHref(element) || text));
    if (email) return email;
  }
  const links = queryAll(card, 'a[href^="mailto:"]').map(readHref);
  return findOnlyEmail(links) ?? readContactDialog(page, slug)?.email ?? null;
}
