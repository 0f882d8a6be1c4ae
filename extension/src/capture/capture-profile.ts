import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import {
  findCompany,
  findConnections,
  findEmail,
  findJobTitle,
  findLocation,
  findName,
  type Sources,
} from './find-field.ts';
import type { Lead } from './lead.ts';
import { profileUrlOf } from './profile-address.ts';
import { readStructured, type Structured } from './structured.ts';
import { findTopCard, readTitle } from './top-card.ts';

/** Time that the published selectors of a capture share; a press must not be felt. */
const BUDGET_MS = 30;

function sourcesOf(page: Document, slug: string, published: SelectorSet, budgetMs = BUDGET_MS): Sources {
  const deadline = performance.now() + budgetMs;
  let read: Structured | undefined;
  const structured = () => (read ??= readStructured(page, slug));
  return { page, slug, published, title: readTitle(page), structured, deadline };
}

/**
 * Reads the person whose profile is open. A field that is not found for certain is empty, never a guess.
 * @param budgetMs milliseconds that the published selectors share; those of a press where it is absent
 */
export function captureProfile(
  page: Document,
  slug: string,
  published: SelectorSet,
  budgetMs?: number,
): Lead {
  const sources = sourcesOf(page, slug, published, budgetMs);
  const name = findName(sources);
  const card = name.element && findTopCard(name.element);
  const jobTitle = findJobTitle(sources, card, name.text);
  const company = findCompany(sources, card, name.text);
  return {
    fullName: name.text,
    jobTitle,
    company,
    location: findLocation(sources, card, [name.text, jobTitle, company]),
    connections: findConnections(sources, card),
    profileUrl: profileUrlOf(slug),
    email: findEmail(sources, card),
  };
}

/** The person whom the page shows, for the place of the button. */
export function findPerson(page: Document, slug: string): { text: string; element: Element | null } {
  return findName(sourcesOf(page, slug, {}));
}
