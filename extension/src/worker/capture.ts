import { missingFields, type Lead, type LeadField } from '../capture/lead.ts';
import { findLinkedSlug } from '../capture/profile-address.ts';
import { findLastCapture } from '../captured/sent-people.ts';
import { hostOf, listConfigurations } from '../configurations/configuration.ts';
import type { Configuration } from '../storage.ts';
import { hasConsent, openConsentPage } from '../consent.ts';
import { checkForPress } from '../license/license.ts';
import type { CaptureReply } from '../messages.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { drain, forgetSent, setOutboxAlarm, unanswered } from '../outbox/drain.ts';
import { addDeliveries, listOfPress } from '../outbox/outbox.ts';
import { adviceFor, describeOutcome } from '../outbox/describe-outcome.ts';
import { reportFailures } from '../selectors/report-failures.ts';
import { text, type Text } from '../text.ts';
import { updateBadge } from './badge.ts';

/** Maximum time that a press waits for a receiver, in ms. The delivery then continues in the background. */
const REPLY_WITHIN_MS = 1800;

interface Press {
  pressId: string;
  lead: Lead;
  /** The fingerprint of the page's layout, an unchecked value from its script. */
  layout: unknown;
  pressedAt: number;
  /** Whether the window is incognito. Its captures are deleted once they are sent. */
  isPrivate: boolean;
  isConfirmed: boolean;
}

/**
 * Saves a press in the outbox and reports its progress. Without an accepted key nothing is saved or sent. If
 * the key could not be checked for too long, the press is saved and sent after the next contact. A person who
 * was sent before is sent again only after the user confirms.
 */
export async function saveCapture(press: Press): Promise<CaptureReply> {
  const { pressId, lead, isPrivate } = press;
  const license = await checkForPress();
  if (license.status === 'none') return refused(text('activateFirst'), text('activateFirstDetail'));
  if (license.status === 'refused') return refused(text('licenseNeeded'), license.detail);
  if (!(await hasConsent())) {
    openConsentPage();
    return refused(text('agreeFirst'), text('agreeFirstDetail'));
  }
  const chosen = (await listConfigurations()).filter((configuration) => configuration.chosen);
  if (chosen.length === 0) return refused(text('addWebhook'), text('addWebhookDetail'));
  const question = press.isConfirmed ? null : await findQuestion(press, chosen);
  if (question) return question;

  const kept = license.status === 'connect' ? { ...KEPT, detail: [license.detail] } : KEPT;
  unanswered.add(pressId);
  try {
    setOutboxAlarm();
    await addDeliveries(chosen.map((configuration) => deliveryTo(configuration, pressId, lead, isPrivate)));
    // The press is stored from here on, and later failures must not ask the user to press again.
    return await sendPress(press, kept).catch(() => ({
      ...kept,
      detail: [...kept.detail, ...describeGaps(missingFields(lead))],
    }));
  } catch (error) {
    if (isDiskFull(error)) return refused(text('notKept'), text('notKeptDetail'));
    throw error;
  } finally {
    unanswered.delete(pressId);
    // The reply does not wait for this.
    void forgetSent(isPrivate).catch(() => {});
  }
}

/** The question before a person is sent again. Null if none is needed. */
async function findQuestion(
  { lead, pressedAt }: Press,
  chosen: readonly Configuration[],
): Promise<CaptureReply | null> {
  const capturedAt = await findLastCapture(findLinkedSlug(lead.profileUrl) ?? '').catch(() => null);
  // A later time belongs to this press: the worker died before it replied, and the press was repeated.
  if (capturedAt === null || capturedAt >= pressedAt) return null;
  const isDoubled = lead.email === null && chosen.some(({ preset }) => preset === 'hubspot');
  return {
    state: 'ask',
    text: text('sendAgainQuestion'),
    detail: [text(isDoubled ? 'sentBeforeHubspot' : 'sentBefore')],
  };
}

const isDiskFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

function deliveryTo(
  { id, name, url }: Configuration,
  pressId: string,
  lead: Lead,
  isPrivate: boolean,
): Delivery {
  return {
    id: `${pressId}/${id}`,
    pressId,
    configurationId: id,
    configurationName: name,
    host: hostOf(url),
    lead,
    ...(isPrivate && { isPrivate }),
    capturedAt: Date.now(),
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    leasedBy: '',
    leaseUntil: 0,
    finishedAt: null,
    lastText: '',
  };
}

async function sendPress({ pressId, lead, layout }: Press, kept: CaptureReply): Promise<CaptureReply> {
  // Nobody waits for the report, and a count may be lost while the platform is down.
  void reportFailures(lead, layout).catch(() => {});
  await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, REPLY_WITHIN_MS))]);
  void updateBadge().catch(() => {});
  return summarize(await listOfPress(pressId), missingFields(lead), kept);
}

const KEPT: CaptureReply = {
  state: 'kept',
  text: text('keptSendingLater'),
  detail: [text('keptDetail')],
};

function summarize(
  deliveries: readonly Delivery[],
  missing: readonly LeadField[],
  kept: CaptureReply,
): CaptureReply {
  const gaps = describeGaps(missing);
  const failed = deliveries.find(({ state }) => state === 'failed');
  if (failed) {
    const { configurationName, lastText, host } = failed;
    const advice = adviceFor(lastText, host) ?? describeOutcome(lastText);
    return {
      state: 'failed',
      text: describeOutcome(lastText),
      detail: [text('nameAndAdvice', configurationName, advice), ...gaps],
    };
  }
  const waiting = deliveries.find(({ state }) => state === 'waiting');
  if (waiting) {
    const { configurationName, lastText, host } = waiting;
    const why = lastText ? [text('nameAndReason', configurationName, describeOutcome(lastText))] : [];
    const advice = adviceFor(lastText, host);
    return { ...kept, detail: [...why, ...(advice ? [advice] : kept.detail), ...gaps] };
  }
  const unconfirmed = deliveries.find(({ state }) => state === 'unconfirmed');
  if (!unconfirmed) return { state: 'sent', text: text('pinged'), detail: gaps };
  const advice = adviceFor(unconfirmed.lastText, unconfirmed.host);
  return {
    state: 'unconfirmed',
    text: text('sentUnconfirmed'),
    detail: [...(advice ? [advice] : []), ...gaps],
  };
}

const FIELD_TEXTS = {
  fullName: text('gapFullName'),
  jobTitle: text('gapJobTitle'),
  company: text('gapCompany'),
  location: text('gapLocation'),
  connections: text('gapConnections'),
  profileUrl: text('gapProfileUrl'),
  email: text('gapEmail'),
} satisfies Record<LeadField, Text>;

/** Lists the missing fields in words. The page may show them nevertheless. */
function describeGaps(missing: readonly LeadField[]): Text[] {
  if (missing.length === 0) return [];
  const fields = missing.map((field) => FIELD_TEXTS[field] as Text);
  const gaps = text(
    'notFound',
    fields.reduce((listed, next) => text('gapAndGap', listed, next)),
  );
  return missing.includes('email') ? [gaps, text('emailHint')] : [gaps];
}

function refused(what: Text, detail: Text): CaptureReply {
  return { state: 'refused', text: what, detail: [detail] };
}
