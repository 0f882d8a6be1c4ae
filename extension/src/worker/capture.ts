import { missingFields, type Lead, type LeadField } from '../capture/lead.ts';
import { hostOf, listConfigurations, type Configuration } from '../configurations/configuration.ts';
import { checkForPress } from '../license/license.ts';
import type { CaptureReply } from '../messages.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { drain, forgetSent, setOutboxAlarm, unanswered } from '../outbox/drain.ts';
import { addDeliveries, listOfPress } from '../outbox/outbox.ts';
import { adviceFor } from '../outbox/read-outcome.ts';
import { reportFailures } from '../selectors/report-failures.ts';
import { updateBadge } from './badge.ts';

/** A person waits no longer than this for a receiver; the rest continues without them. */
const REPLY_WITHIN_MS = 1800;

/**
 * Saves a press in the outbox and says how far it came. Without an accepted key nothing is saved or sent; with one that could
 * not be checked for too long, it is saved and sent after the next contact.
 * @param isPrivate whether the window is an incognito one: nothing of it stays once it was sent.
 */
export async function saveCapture(pressId: string, lead: Lead, isPrivate: boolean): Promise<CaptureReply> {
  const license = await checkForPress();
  if (license.status === 'none')
    return refused('Activate first', 'Open Leadping and paste your license key.');
  if (license.status === 'refused') return refused('License needed', license.detail);
  const chosen = (await listConfigurations()).filter((configuration) => configuration.chosen);
  if (chosen.length === 0) return refused('Add a webhook', 'Open Leadping and choose a webhook to send to.');

  const kept = license.status === 'connect' ? { ...KEPT, detail: license.detail } : KEPT;
  unanswered.add(pressId);
  try {
    setOutboxAlarm();
    await addDeliveries(chosen.map((configuration) => deliveryTo(configuration, pressId, lead, isPrivate)));
    // From here on the press is kept, and nothing that fails may ask for another one.
    return await sendPress(pressId, lead, kept).catch(() => kept);
  } catch (error) {
    if (isDiskFull(error)) return refused('Not kept', 'The disk is full. Free some space, then press again.');
    throw error;
  } finally {
    unanswered.delete(pressId);
    // The reply does not wait for it.
    void forgetSent(isPrivate).catch(() => {});
  }
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

async function sendPress(pressId: string, lead: Lead, kept: CaptureReply): Promise<CaptureReply> {
  // Nobody waits for it, and a platform that is down loses a count.
  void reportFailures(lead).catch(() => {});
  await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, REPLY_WITHIN_MS))]);
  void updateBadge().catch(() => {});
  return summarize(await listOfPress(pressId), missingFields(lead), kept);
}

const KEPT: CaptureReply = {
  state: 'kept',
  text: 'Kept, sending later',
  detail: 'It is sent by itself as soon as it can be.',
};

function summarize(
  deliveries: readonly Delivery[],
  missing: readonly LeadField[],
  kept: CaptureReply,
): CaptureReply {
  const failed = deliveries.find(({ state }) => state === 'failed');
  if (failed) {
    const { configurationName, lastText, host } = failed;
    const detail = `${configurationName}: ${adviceFor(lastText, host)}`;
    return { state: 'failed', text: lastText, detail };
  }
  const waiting = deliveries.find(({ state }) => state === 'waiting');
  if (waiting) {
    const { configurationName, lastText, host } = waiting;
    const why = lastText ? `${configurationName}: ${lastText}. ` : '';
    return { ...kept, detail: `${why}${adviceFor(lastText, host) || kept.detail}` };
  }
  const detail = missing.length > 0 ? `Not shown on the page: ${missing.join(', ')}.` : '';
  const unconfirmed = deliveries.find(({ state }) => state === 'unconfirmed');
  if (!unconfirmed) return { state: 'sent', text: 'Pinged!', detail };
  const advice = adviceFor(unconfirmed.lastText, unconfirmed.host);
  return { state: 'unconfirmed', text: 'Sent, unconfirmed', detail: `${advice} ${detail}`.trim() };
}

function refused(text: string, detail: string): CaptureReply {
  return { state: 'refused', text, detail };
}
