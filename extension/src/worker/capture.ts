import { missingFields, type Lead, type LeadField } from '../capture/lead.ts';
import { hostOf, listConfigurations, type Configuration } from '../configurations/configuration.ts';
import { readLicenseState } from '../license/license-state.ts';
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
 * Saves a press in the outbox and says how far it came. Without an accepted key nothing is saved or sent.
 * @param isPrivate whether the window is an incognito one: nothing of it stays once it was sent.
 */
export async function saveCapture(pressId: string, lead: Lead, isPrivate: boolean): Promise<CaptureReply> {
  const license = await readLicenseState(Date.now());
  if (license.status === 'none')
    return refused('Activate first', 'Open Leadping and paste your license key.');
  if (license.status !== 'active') return refused('License needed', license.detail);
  const chosen = (await listConfigurations()).filter((configuration) => configuration.chosen);
  if (chosen.length === 0) return refused('Add a webhook', 'Open Leadping and choose a webhook to send to.');

  unanswered.add(pressId);
  try {
    setOutboxAlarm();
    await addDeliveries(chosen.map((configuration) => deliveryTo(configuration, pressId, lead, isPrivate)));
    // From here on the press is kept, and nothing that fails may ask for another one.
    return await sendPress(pressId, lead).catch(() => KEPT);
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

async function sendPress(pressId: string, lead: Lead): Promise<CaptureReply> {
  // Nobody waits for it, and a platform that is down loses a count.
  void reportFailures(lead).catch(() => {});
  await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, REPLY_WITHIN_MS))]);
  void updateBadge().catch(() => {});
  return summarize(await listOfPress(pressId), missingFields(lead));
}

const KEPT: CaptureReply = {
  state: 'kept',
  text: 'Kept, sending later',
  detail: 'It is sent by itself as soon as it can be.',
};

function summarize(deliveries: readonly Delivery[], missing: readonly LeadField[]): CaptureReply {
  const failed = deliveries.find(({ state }) => state === 'failed');
  if (failed) {
    const where = `${failed.configurationName}: `;
    return { state: 'failed', text: failed.lastText, detail: where + adviceFor(failed.lastText) };
  }
  const waiting = deliveries.find(({ state }) => state === 'waiting');
  if (waiting) {
    const why = waiting.lastText ? `${waiting.configurationName}: ${waiting.lastText}. ` : '';
    return { ...KEPT, detail: `${why}${adviceFor(waiting.lastText) || KEPT.detail}` };
  }
  const detail = missing.length > 0 ? `Not shown on the page: ${missing.join(', ')}.` : '';
  const isUnconfirmed = deliveries.some(({ state }) => state === 'unconfirmed');
  return isUnconfirmed
    ? { state: 'unconfirmed', text: 'Sent, unconfirmed', detail }
    : { state: 'sent', text: 'Pinged!', detail };
}

function refused(text: string, detail: string): CaptureReply {
  return { state: 'refused', text, detail };
}
