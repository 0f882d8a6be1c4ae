import { missingFields, type Lead, type LeadField } from '../capture/lead.ts';
import { hostOf, listConfigurations } from '../configurations/configuration.ts';
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

/** Keeps a press in the outbox and says how far it came. Without an accepted key nothing is kept or sent. */
export async function keepCapture(pressId: string, lead: Lead): Promise<CaptureReply> {
  const license = await readLicenseState(Date.now());
  if (license.status === 'none')
    return refused('Activate first', 'Open Leadping and paste your license key.');
  if (license.status !== 'active') return refused('License needed', license.detail);
  const chosen = (await listConfigurations()).filter((configuration) => configuration.chosen);
  if (chosen.length === 0) return refused('Add a webhook', 'Open Leadping and choose a webhook to send to.');

  unanswered.add(pressId);
  setOutboxAlarm();
  const capturedAt = Date.now();
  await addDeliveries(
    chosen.map(({ id, name, url }): Delivery => ({
      id: `${pressId}/${id}`,
      pressId,
      configurationId: id,
      configurationName: name,
      host: hostOf(url),
      lead,
      capturedAt,
      state: 'waiting',
      attempts: 0,
      nextAttemptAt: 0,
      leasedBy: '',
      leaseUntil: 0,
      finishedAt: null,
      lastText: '',
    })),
  );
  // Nobody waits for it, and a platform that is down loses a count.
  void reportFailures(lead).catch(() => {});
  await Promise.race([drain(), new Promise((resolve) => setTimeout(resolve, REPLY_WITHIN_MS))]);
  await updateBadge();
  const reply = summarize(await listOfPress(pressId), missingFields(lead));
  unanswered.delete(pressId);
  // The reply does not wait for it.
  void forgetSent().catch(() => {});
  return reply;
}

function summarize(deliveries: readonly Delivery[], missing: readonly LeadField[]): CaptureReply {
  const failed = deliveries.find(({ state }) => state === 'failed');
  if (failed) {
    const where = `${failed.configurationName}: `;
    return { state: 'failed', text: failed.lastText, detail: where + adviceFor(failed.lastText) };
  }
  const waiting = deliveries.find(({ state }) => state === 'waiting');
  if (waiting) {
    const why = waiting.lastText ? `${waiting.configurationName}: ${waiting.lastText}. ` : '';
    const detail = `${why}${adviceFor(waiting.lastText) || 'It is sent by itself as soon as it can be.'}`;
    return { state: 'kept', text: 'Kept, sending later', detail };
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
