import type { SelectableField, SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { BUILT_IN } from './built-in.ts';
import { isCompany, isJobTitle, isLocation, isName, readEmail } from './check-value.ts';
import { hasConnectionsWord, readConnections } from './connections.ts';
import { findLinkedSlug, isLinkTo } from './profile-address.ts';
import { readText, tidy } from './read-text.ts';
import type { Structured } from './structured.ts';
import { agreesWithTitle } from './top-card.ts';
import { queryAll } from './query-all.ts';

/** What a capture looks at, found once for all fields. */
export interface Sources {
  page: Document;
  slug: string;
  published: SelectorSet;
  title: readonly string[];
  /** Read when the page itself has no answer: parsing it costs more than everything else. */
  structured: () => Structured;
  /** `performance.now()` past which no published selector is looked up. */
  deadline: number;
}

const MAX_MATCHES = 4;
const MAX_CARD_ELEMENTS = 400;

/**
 * By selector, what the published ones find in the page, then what the built-in ones find in `root`. Only those that somebody
 * published can be dear, so nothing but they are left out for want of time: a slow machine finds what a quick one does.
 */
function* matchesOf(field: SelectableField, sources: Sources, root: ParentNode): Generator<Element[]> {
  const { page, published, deadline } = sources;
  for (const selector of published[field] ?? []) {
    if (performance.now() > deadline) break;
    yield matches(page, selector);
  }
  for (const selector of BUILT_IN[field]) yield matches(root, selector);
}

function* candidates(field: SelectableField, sources: Sources, root: ParentNode): Generator<Element> {
  for (const found of matchesOf(field, sources, root)) yield* found;
}

/** The first elements of a selector; none for one that this browser cannot parse. */
function matches(root: ParentNode, selector: string): Element[] {
  try {
    const first = root.querySelector(selector);
    return first ? [first, ...queryAll(root, selector).slice(1, MAX_MATCHES)] : [];
  } catch {
    return [];
  }
}

/** The element with the person's name. A name that the page's title contradicts is another person's or no name at all. */
export function findName(sources: Sources): { text: string; element: Element | null } {
  const { page, title, structured } = sources;
  const fits = (text: string) => isName(text) && agreesWithTitle(text, title);
  for (const element of candidates('fullName', sources, page)) {
    const text = readText(element);
    if (fits(text) && !isAdjacent(element, sources)) return { text, element };
  }
  const { fullName } = structured();
  const isStructured = fits(fullName);
  const text = isStructured ? fullName : (title[0] ?? '');
  const element = isName(text) ? findByText(page, text) : null;
  return { text: element || isStructured ? text : '', element };
}

/** Is in a list of other people, or links to somebody else. */
function isAdjacent(element: Element, { slug }: Sources): boolean {
  if (element.closest('aside, article, footer, nav, [role="dialog"], li')) return true;
  const link = element.closest('a[href]')?.getAttribute('href') ?? '';
  return findLinkedSlug(link) !== null && !isLinkTo(link, slug);
}

/** The first element of the page's content whose own text is this one. */
function findByText(page: Document, text: string): Element | null {
  const main = page.querySelector('main, [role="main"]') ?? page.body;
  const walker = page.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let seen = 0; seen < 2000 && walker.nextNode(); seen += 1) {
    const parent = walker.currentNode.parentElement;
    if (
      tidy(walker.currentNode.nodeValue) === text &&
      parent &&
      !parent.closest('aside, article, a, li, script')
    )
      return parent;
  }
  return null;
}

export function findJobTitle(sources: Sources, card: Element | null, name: string): string {
  const fits = (text: string) => isJobTitle(text) && text !== name;
  const found = firstText('jobTitle', sources, card, fits);
  if (found) return found;
  // "Name - Title - Company | LinkedIn"; with two parts nobody knows which one the second is.
  const [, title = ''] = sources.title.length === 3 ? sources.title : [];
  return card && fits(title) && elementsOf(card).some((element) => ownText(element) === title) ? title : '';
}

export function findCompany(sources: Sources, card: Element | null, name: string): string {
  const fits = (text: string) => isCompany(text) && text !== name;
  return firstText('company', sources, card, fits, findLabeledCompany);
}

/** "Company" in the languages of the site, in what its labels for screen readers begin with. */
const COMPANY =
  /compan|unternehmen|firm|entreprise|empresa|azienda|bedrijf|företag|virksomhed|bedrift|yritys|şirket|perusahaan|компан|εταιρ|شركة|חברה|कंपनी|কোম্পানি|நிறுவன|บริษัท|会社|勤務|회사|公司|კომპანი|ընկերություն/iu;
const NOT_CURRENT = /past|former|previous|ehemalig|ancien|anterior|follow/i;

/** The shown text of the element whose label says that it is the current company, and says the same name. */
function findLabeledCompany(card: Element): string {
  for (const element of queryAll(card, '[aria-label]').slice(0, 40)) {
    const label = tidy(element.getAttribute('aria-label'));
    const [, kind = '', named = ''] = /^([^:：]{2,40})[:：](.+)/u.exec(label) ?? [];
    const text = readText(element);
    if (text && COMPANY.test(kind) && !NOT_CURRENT.test(kind) && named.trimStart().startsWith(text))
      return text;
  }
  return '';
}

export function findLocation(sources: Sources, card: Element | null, others: readonly string[]): string {
  const fits = (text: string) => isLocation(text) && !others.includes(text);
  return firstText('location', sources, card, fits, (one) => findBesideContact(one, sources.slug));
}

/** The site writes the location and the link to the contact details in one line. */
function findBesideContact(card: Element, slug: string): string {
  const link = queryAll(card, 'a[href*="/overlay/contact-info"]').find(
    (one) => findLinkedSlug(one.getAttribute('href') ?? '') === slug,
  );
  const line = link?.closest('span, p, div')?.parentElement;
  if (!link || !line || line === card || line.childElementCount > 3) return '';
  const beside = Array.from(line.children).filter((one) => !one.contains(link));
  const texts = beside.map(readText).filter((text) => !/^[·•]?$/.test(text));
  return texts.length === 1 && line.firstElementChild === beside[0] ? (texts[0] ?? '') : '';
}

export function findConnections(sources: Sources, card: Element | null): number | null {
  for (const element of candidates('connections', sources, card ?? emptyRoot(sources.page))) {
    const text = readText(element);
    const count = hasConnectionsWord(text) || isCountField(element) ? readConnections(text) : null;
    if (count !== null) return count;
  }
  if (!card) return null;
  const counts = new Set<number>();
  for (const element of elementsOf(card)) {
    const text = element.childElementCount <= 2 ? readText(element) : '';
    if (text.length > 80 || !hasConnectionsWord(text)) continue;
    const count = readConnections(text);
    if (count !== null) counts.add(count);
  }
  // Two numbers that both speak of connections contradict each other.
  return counts.size === 1 ? ([...counts][0] ?? null) : null;
}

const isCountField = (element: Element) => element.getAttribute('data-field') === 'connections';

export function findEmail(sources: Sources, card: Element | null): string | null {
  for (const found of matchesOf('email', sources, card ?? emptyRoot(sources.page))) {
    const email = onlyEmail(found);
    if (email) return email;
  }
  const contact = queryAll(sources.page, 'section[class*="contact"], [id*="contact-info"]').filter(
    (section) => !section.closest('footer, aside, article'),
  );
  return onlyEmail([card, ...contact].flatMap((root) => (root ? queryAll(root, 'a[href^="mailto:"]') : [])));
}

/** The address that the elements have; of several nobody knows which one is meant. */
function onlyEmail(elements: readonly Element[]): string | null {
  const emails = new Set(elements.map((one) => readEmail(one.getAttribute('href') ?? readText(one))));
  emails.delete(null);
  return emails.size === 1 ? ([...emails][0] ?? null) : null;
}

/** What the selectors find, else what `findOther` finds in the card, else what the page says to search engines. */
function firstText(
  field: 'jobTitle' | 'company' | 'location',
  sources: Sources,
  card: Element | null,
  fits: (text: string) => boolean,
  findOther: (card: Element) => string = () => '',
): string {
  for (const element of candidates(field, sources, card ?? emptyRoot(sources.page))) {
    const text = readText(element);
    if (fits(text)) return text;
  }
  const other = card ? findOther(card) : '';
  const text = fits(other) ? other : sources.structured()[field];
  return fits(text) ? text : '';
}

const elementsOf = (card: Element) => queryAll(card, '*').slice(0, MAX_CARD_ELEMENTS);
const ownText = (element: Element) => (element.childElementCount === 0 ? tidy(element.textContent) : '');
const emptyRoot = (page: Document) => page.createDocumentFragment();
