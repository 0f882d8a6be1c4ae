import type { SelectablePart, SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { findPerson, readProfile, type Person } from '../capture/capture-profile.ts';
import { findPublishedPart } from '../capture/find-published.ts';
import { readContactDialog } from '../capture/contact-dialog.ts';
import { EMPTY_LEAD, type Lead } from '../capture/lead.ts';
import { comparable } from '../capture/read-text.ts';
import { sendMessage, type CaptureReply, type LastCaptureReply } from '../messages.ts';
import { createPingButton } from './ping-button.ts';
import { isWall, placer, type Place } from './place.ts';
import { isOrphaned, RELOAD, reportUnreadable, sendPress, TRY_AGAIN } from './press.ts';
import { READ_AGAIN_MS, settleProfile } from './settle.ts';
import { now } from '../now.ts';

/** Time after which the button moves to the corner if no name is found, in ms. */
const NO_NAME_MS = 2500;
/** Time limit for the published selectors of the button's place, in ms. */
const PART_MS = 10;
/** Time that the button stays in the corner before it returns to the name, in ms. */
const CORNER_MS = 10_000;

export interface Visit {
  slug: string;
  /** Checks the page once. @returns the button's place, or null without a button */
  look: () => Place | null;
  press: (isConfirmed: boolean) => Promise<CaptureReply>;
  /** Removes the button. @returns the text of the last card that was shown, without the name */
  leave: () => string | undefined;
}

export interface VisitOptions {
  slug: string;
  profileUrl: string;
  /** The name of the element that is put into the page. Null in quiet mode. */
  tag: string | null;
  isFirst: boolean;
  /** What `leave` returned for the previous person, if the page changed from profile to profile. */
  textBefore?: string | undefined;
  published: () => SelectorSet;
}

export function openVisit({ slug, profileUrl, tag, isFirst, textBefore, published }: VisitOptions): Visit {
  const openedAt = now();
  let isOpen = true;
  /** Read from the dialog with this person's contact details, which covers the button while it is open. */
  let email: string | null = null;

  const findPart = (part: SelectablePart) => {
    const deadline = now() + PART_MS;
    return findPublishedPart(part, { page: document, slug, published: published(), card: null, deadline });
  };
  /**
   * After in-page navigation, a page without links to its person may still show the previous profile until
   * the title changes.
   */
  const titleBefore = isFirst ? null : document.title;
  const isTied = (person: Person) => {
    const isIt = published().shown
      ? findPart('shown') !== null
      : person.isLinked || document.title !== titleBefore;
    if (isIt && person.card) shown = person;
    return isIt;
  };
  let shown: Person | undefined;

  const readLead = (): Lead => {
    readDialog();
    const { lead, name } = readProfile(document, slug, published());
    const fullName = isTied(name) ? lead.fullName : '';
    // The title and the name may change before the fields do.
    const isOld = !published().shown && !name.isLinked && readRest(name) === textBefore;
    const own = isOld ? EMPTY_LEAD : lead;
    return { ...own, fullName, profileUrl, email: own.email ?? email };
  };
  const settling = settleProfile(readLead);
  const pressOnce = async (isConfirmed: boolean) => {
    if (isOrphaned()) return RELOAD;
    const pressedAt = Date.now();
    clearTimeout(timer);
    button?.setReading(!settling.read());
    const lead = await settling.wait();
    button?.setReading(false);
    // The address changed to another person in the meantime.
    if (!isOpen) return TRY_AGAIN;
    if (!lead) return reportUnreadable();
    const reply = await sendPress(lead, { pressedAt, isConfirmed });
    void showLastCapture();
    return reply;
  };
  const button = tag === null ? null : createPingButton(tag, pressOnce);
  const putAt = button && placer(button);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;
  /** Shows "Reading…" until the profile has settled or timed out. */
  function readAgain(): void {
    clearTimeout(timer);
    const isReading = isOpen && !settling.read() && !settling.isOver();
    button?.setReading(isReading);
    if (isReading) timer = setTimeout(readAgain, READ_AGAIN_MS);
  }

  async function showLastCapture(): Promise<void> {
    const reply = button && (await sendMessage<LastCaptureReply>({ type: 'last-capture', slug }));
    if (reply && reply !== 'orphaned') button.setLastCapture(reply.capturedAt);
  }

  function readDialog(): Element | null {
    const found = readContactDialog(document, slug);
    if (!found || found.dialog.getClientRects().length === 0) return null;
    email = found.email ?? email;
    return found.dialog;
  }

  /** The evidence for the current place. A check ends early while none of it has changed. */
  let seen: { element: Element; text: string | null; title: string } | undefined;
  const isAsSeen = () =>
    !!button?.host.isConnected &&
    !!seen?.element.isConnected &&
    seen.element.textContent === seen.text &&
    seen.title === document.title;

  function look(): Place | null {
    const dialog = readDialog();
    if (!button || !putAt) return null;
    if (!dialog && isAsSeen()) return 'name';
    const person = findPerson(document, slug, published());
    const element = findPart('button') ?? (isTied(person) ? person.element : null);
    const isEarly = now() - openedAt < NO_NAME_MS;
    if (!element && !dialog && (isEarly || (isFirst && isWall(slug)))) {
      button.host.remove();
      return null;
    }
    const place = putAt(element, dialog);
    seen =
      element && place === 'name' ? { element, text: element.textContent, title: document.title } : undefined;
    clearTimeout(lookTimer);
    // The page keeps removing the button from beside the name. Try again later.
    if (element && place === 'corner') lookTimer = setTimeout(look, CORNER_MS);
    return place;
  }

  lookTimer = setTimeout(look, NO_NAME_MS + 10);
  readAgain();
  void showLastCapture();
  return {
    slug,
    look,
    press: pressOnce,
    leave: () => {
      isOpen = false;
      clearTimeout(lookTimer);
      clearTimeout(timer);
      button?.host.remove();
      return shown ? readRest(shown) : textBefore;
    },
  };
}

/** The text of a person's card without the name. */
const readRest = ({ card, text }: Person): string =>
  comparable(card?.textContent ?? '')
    .split(comparable(text))
    .join('');
