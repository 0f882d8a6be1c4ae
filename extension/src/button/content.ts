import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { captureProfile, findPerson } from '../capture/capture-profile.ts';
import type { Lead } from '../capture/lead.ts';
import { findSlug, isLinkTo } from '../capture/profile-address.ts';
import { sendMessage, type CaptureReply } from '../messages.ts';
import { newId } from '../new-id.ts';
import { openPublished } from '../selectors/published-selectors.ts';
import { createPingButton, HOST_TAG, TRY_AGAIN } from './ping-button.ts';
import { queryAll } from '../capture/query-all.ts';

/** After a look at the page, none for so long: a page that changes all the time costs ten looks a second. */
const LOOK_REST_MS = 100;
/** In the corner the button waits for a name to stand beside; looking for one costs more than seeing that one is still there. */
const CORNER_REST_MS = 1000;
/** Where a layout is not known, the button is in the corner after this. */
const UNKNOWN_LAYOUT_MS = 2500;
/** So often a page may remove the button before it leaves for the corner. */
const MAX_REMOVALS = 15;
/** For so long after in-page navigation a value that was there before it counts as the person's before. */
const STALE_MS = 3000;
const MAX_CALLS = 6;
const CALL_AGAIN_MS = 300;
const ADDRESS_LOOK_MS = 250;

/** A page may show the next person before it changes its address: after a change of the name the button waits so long. */
const NAME_REST_MS = 500;

interface Shown {
  button: HTMLElement;
  slug: string;
  place: 'name' | 'corner';
}

let shown: Shown | undefined;
let published: SelectorSet = {};
let isPublishedOpen = false;
let removals = 0;
let slug = findSlug(location.pathname);
let name = { text: '', changedAt: -Infinity };
/** What the button was placed by; while all of it is the same, a look needs nothing else. */
let seen: { element: Element; text: string | null; title: string } | undefined;
let arrivedAt = performance.now();
/** What the page showed when its address left the profile before; null after a load of the whole page. */
let before: { slug: string; name: string; element: Element | null; lead: Lead } | null = null;

let restTimer: ReturnType<typeof setTimeout> | undefined;
const observer = new MutationObserver(() => {
  observer.disconnect();
  show();
  restTimer = setTimeout(look, shown?.place === 'corner' ? CORNER_REST_MS : LOOK_REST_MS);
});
const navigation = (window as { navigation?: EventTarget }).navigation;
// `navigation` (Chrome 102) reports the page's own pushState to an isolated world; before it, the address is compared.
let addressTimer: ReturnType<typeof setInterval> | undefined;

function look(): void {
  clearTimeout(restTimer);
  if (isOrphaned()) return end();
  show();
  // Elsewhere than on a profile only the address counts.
  if (slug !== null)
    observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
}

/** Whether the extension was updated, disabled or removed under this page. */
function isOrphaned(): boolean {
  return !chrome.runtime?.id;
}

function end(): void {
  observer.disconnect();
  clearInterval(addressTimer);
  navigation?.removeEventListener('currententrychange', look);
  removeEventListener('popstate', look);
  shown?.button.remove();
}

function show(): void {
  const now = findSlug(location.pathname);
  // A person's own links may write the address in other letters: it stays the same page.
  if (now?.toLowerCase() !== slug?.toLowerCase()) {
    if (slug !== null) before = rememberPerson(slug);
    else if (now !== null && !isStillShown(now)) before = null;
    slug = now;
    arrivedAt = performance.now();
    name = { text: '', changedAt: -Infinity };
    removals = 0;
    seen = undefined;
  }
  if (slug === null) return hide();
  if (isAsSeen()) return;
  const person = findPerson(document, slug);
  if (person.text !== name.text) {
    const isOverButton = name.text !== '' && shown?.slug === slug;
    name = { text: person.text, changedAt: isOverButton ? performance.now() : -Infinity };
    if (isOverButton) later(NAME_REST_MS);
  }
  if (performance.now() - name.changedAt < NAME_REST_MS) return hide();
  if (isPersonBefore(person.text, person.element)) return hide();
  const isWithoutName = !person.element;
  if (isWithoutName && (before || performance.now() - arrivedAt < UNKNOWN_LAYOUT_MS)) {
    if (!before) later(UNKNOWN_LAYOUT_MS);
    return hide();
  }
  tryPublished(slug);
  place(slug, person.element);
}

let laterTimer: ReturnType<typeof setTimeout> | undefined;

function later(ms: number): void {
  clearTimeout(laterTimer);
  laterTimer = setTimeout(show, ms + 10);
}

function rememberPerson(of: string): typeof before {
  const { text, element } = findPerson(document, of);
  return { slug: of, name: text, element, lead: captureProfile(document, of, {}) };
}

/** Whether, after a page without a profile, the person before is shown under the address of another one. */
function isStillShown(now: string): boolean {
  return !!before?.name && before.slug !== now && findPerson(document, now).text === before.name;
}

/**
 * After in-page navigation the address changes before the page does: until it shows somebody else, a press would send one
 * person under another one's address. Two people of one name are distinguished by a link with the new address.
 */
function isPersonBefore(shownName: string, element: Element | null): boolean {
  const person = slug;
  if (!before || person === null) return false;
  if (before.name !== '' && shownName !== '' && shownName !== before.name) return false;
  if (before.name === '' && shownName !== '' && element !== before.element) return false;
  const isLinked = queryAll(document, 'main a[href*="/in/"]')
    .slice(0, 20)
    .some((link) => !link.closest('aside, li, article') && isLinkTo(link.getAttribute('href') ?? '', person));
  return !isLinked;
}

function isAsSeen(): boolean {
  return (
    !!shown?.button.isConnected &&
    !!seen?.element.isConnected &&
    seen.element.textContent === seen.text &&
    document.title === seen.title
  );
}

function hide(): void {
  shown?.button.remove();
  shown = seen = undefined;
}

/** Puts the button beside the name, once; what the page rendered anew or removed is put there again. */
function place(forSlug: string, beside: Element | null): void {
  const at = beside && removals < MAX_REMOVALS ? 'name' : 'corner';
  seen = beside ? { element: beside, text: beside.textContent, title: document.title } : undefined;
  if (shown?.slug === forSlug && shown.place === at && shown.button.isConnected) return;
  if (shown?.slug === forSlug && !shown.button.isConnected) removals += 1;
  const button = shown?.slug === forSlug ? shown.button : createPingButton(() => press(forSlug));
  if (shown?.slug !== forSlug) shown?.button.remove();
  button.dataset.place = at;
  // Inside a link a press would follow it.
  if (at === 'name' && beside) (beside.closest('a, button') ?? beside).after(button);
  else document.documentElement.append(button);
  shown = { button, slug: forSlug, place: at };
}

/** Opens the published selectors once the first profile shows; a press before that reads with the built-in ones. */
function tryPublished(forSlug: string): void {
  if (isPublishedOpen) return;
  isPublishedOpen = true;
  openPublished((set) => captureProfile(document, forSlug, set)).then(
    (set) => (published = set),
    () => {},
  );
}

async function press(forSlug: string): Promise<CaptureReply> {
  if (isOrphaned()) return reloadNeeded();
  show();
  if (shown?.slug !== forSlug || slug !== forSlug) return TRY_AGAIN;
  const message = {
    type: 'capture',
    id: newId(),
    lead: withoutStale(captureProfile(document, forSlug, published)),
  } as const;
  // A worker that was stopped before it replied is woken and called again; the id keeps it one capture.
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const reply = await sendMessage<CaptureReply>(message);
    if (reply === 'orphaned') return reloadNeeded();
    if (reply !== null) return reply;
    // A worker that is being stopped takes no message yet.
    await new Promise((resolve) => setTimeout(resolve, CALL_AGAIN_MS));
  }
  return TRY_AGAIN;
}

/** Shortly after in-page navigation, what still equals the person before may be theirs: it is left empty. */
function withoutStale(lead: Lead): Lead {
  if (!before || performance.now() - arrivedAt > STALE_MS) return lead;
  const old = before.lead;
  const fresh = { ...lead };
  for (const field of ['jobTitle', 'company', 'location'] as const)
    if (fresh[field] === old[field]) fresh[field] = '';
  for (const field of ['connections', 'email'] as const) if (fresh[field] === old[field]) fresh[field] = null;
  return fresh;
}

function reloadNeeded(): CaptureReply {
  return { state: 'refused', text: 'Reload the page', detail: 'Leadping was updated.' };
}

function start(): void {
  // A script of an older version lost its connection when the extension was updated: its button goes, ours comes.
  document.querySelectorAll(HOST_TAG).forEach((old) => old.remove());
  navigation?.addEventListener('currententrychange', look);
  if (!navigation)
    addressTimer = setInterval(() => slug !== findSlug(location.pathname) && look(), ADDRESS_LOOK_MS);
  addEventListener('popstate', look);
  look();
}

/** Of the isolated world, which no page sees; an update of the extension gets a new one. */
const world = globalThis as { ping?: 1 };
// The browser and the worker, which looks for open tabs after an install, may both bring the script to a page.
if (!world.ping) {
  world.ping = 1;
  // In the turn in which the document is complete: a script that the browser starts then waits for the first frame's layout.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}
