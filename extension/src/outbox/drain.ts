import { findLinkedSlug } from '../capture/profile-address.ts';
import { rememberPerson } from '../captured/sent-people.ts';
import { findConfiguration } from '../configurations/configuration.ts';
import { readLicenseState } from '../license/license-state.ts';
import { newId } from '../new-id.ts';
import { readStored } from '../storage.ts';
import { isSent, type Delivery, type Outcome } from './delivery.ts';
import { findNextDue, leaseDue, postpone, removeDeliveries, saveDelivery } from './outbox.ts';
import { waitAfter } from './read-outcome.ts';
import { SEND_TIMEOUT_MS, sendLead } from './send-lead.ts';

const CONCURRENCY = 6;
const MAX_PER_RECEIVER = 2;
/** Lease duration in ms. Below Chrome 102 an attempt can be two requests. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS + 5000;
const ALARM = 'outbox';
const WORKER_ID = newId();
/**
 * Minimum delay of an alarm in ms (a minute before Chrome 120). Timers cover shorter waits while the worker
 * is awake.
 */
const ALARM_MS = 30_000;

let running: Promise<void> | undefined;
let isRequested = false;
let onRequest: () => void = () => {};
const lanes = new Set<Promise<void>>();
let onChange: () => void = () => {};

export function watchOutbox(listener: () => void): void {
  onChange = listener;
}

/** Sets the alarm before rows are written, so that they are sent even if the worker dies right after. */
export function setOutboxAlarm(): void {
  void chrome.alarms.create(ALARM, { delayInMinutes: ALARM_MS / 60_000, periodInMinutes: ALARM_MS / 60_000 });
}

export const isOutboxAlarm = ({ name }: chrome.alarms.Alarm) => name === ALARM;

/**
 * Sends all due rows. A call during a run makes the run check again, immediately unless all lanes are busy.
 * Never rejects, because failed rows are due at the next alarm and a failure must not repeat a stored press.
 */
export function drain(): Promise<void> {
  isRequested = true;
  onRequest();
  running ??= drainAll()
    .catch((error: unknown) => console.error('drain failed', error))
    .finally(() => {
      running = undefined;
      // Callers that arrived during the last check wait for the next one.
      return isRequested ? drain() : undefined;
    });
  return running;
}

/** The number of rows being sent to a receiver, and the end of its pause after a failure. */
interface Receiver {
  sending: number;
  pausedUntil: number;
}
const receivers = new Map<string, Receiver>();

function receiverOf(configurationId: string): Receiver {
  const receiver = receivers.get(configurationId) ?? { sending: 0, pausedUntil: 0 };
  receivers.set(configurationId, receiver);
  return receiver;
}

async function drainAll(): Promise<void> {
  while (isRequested) {
    isRequested = false;
    // Nothing is sent without an accepted key. Rows wait until a key is accepted again.
    if ((await readLicenseState(Date.now())).status !== 'active') return;
    setOutboxAlarm();
    while (lanes.size < CONCURRENCY) openLane();
    // A lane with a hanging receiver must not block the other lanes from new rows.
    const mayLookAgain = () => isRequested && lanes.size < CONCURRENCY;
    while (lanes.size > 0 && !mayLookAgain()) await Promise.race([...lanes, requested()]);
  }
  await planNext();
}

function openLane(): void {
  const lane = sendWhileDue().finally(() => lanes.delete(lane));
  lanes.add(lane);
}

const requested = () => new Promise<void>((resolve) => (onRequest = resolve));

async function sendWhileDue(): Promise<void> {
  for (;;) {
    const now = Date.now();
    const isFree = (id: string) => {
      const { sending, pausedUntil } = receiverOf(id);
      return sending < MAX_PER_RECEIVER && pausedUntil <= now;
    };
    const delivery = await leaseDue({ now, leaseMs: LEASE_MS, workerId: WORKER_ID, isFree });
    if (!delivery) return;
    const receiver = receiverOf(delivery.configurationId);
    receiver.sending += 1;
    try {
      await attempt(delivery, receiver);
    } finally {
      receiver.sending -= 1;
    }
    onChange();
  }
}

async function attempt(delivery: Delivery, receiver: Receiver): Promise<void> {
  // The URL may have been corrected since the press.
  const configuration = await findConfiguration(delivery.configurationId);
  const outcome: Outcome = configuration
    ? await sendLead(configuration, delivery.lead, delivery.pressId)
    : { kind: 'failed', text: 'Webhook removed' };
  const now = Date.now();
  if (
    !isDelivered(outcome) &&
    (await findConfiguration(delivery.configurationId))?.url !== configuration?.url
  ) {
    // The URL was corrected or removed during the request, so this result is about an old address.
    const { attempts } = delivery;
    await saveDelivery({ ...delivery, attempts: attempts - 1, nextAttemptAt: 0, leaseUntil: 0 });
    return;
  }
  if (outcome.isLocal) {
    // The attempt does not count and the row stays due, so that no backoff remains once the cause is gone.
    receiver.pausedUntil = now + ALARM_MS;
    const { attempts } = delivery;
    await saveDelivery({ ...delivery, attempts: attempts - 1, leaseUntil: 0, lastText: outcome.text });
    return;
  }
  if (outcome.kind === 'retry') {
    const waitMs = Math.max(outcome.retryAfterMs ?? 0, waitAfter(delivery.attempts));
    // Pause the rest of this receiver's queue until the first row is due again.
    receiver.pausedUntil = now + Math.max(outcome.retryAfterMs ?? 0, Math.min(waitMs, ALARM_MS));
    await saveDelivery({ ...delivery, leaseUntil: 0, nextAttemptAt: now + waitMs, lastText: outcome.text });
    // Pauses end with this worker. Persist the pause that the receiver requested.
    if (outcome.retryAfterMs) await postpone(delivery.configurationId, now + outcome.retryAfterMs);
    return;
  }
  receiver.pausedUntil = 0;
  const ended = { state: outcome.kind, finishedAt: now, lastText: outcome.text };
  await saveDelivery({ ...delivery, ...ended, leaseUntil: 0 });
  if (outcome.kind === 'failed') return;
  if (!delivery.isPrivate) await rememberSent(delivery);
  await forgetSent(delivery.isPrivate ?? false);
}

async function rememberSent({ lead, capturedAt }: Delivery): Promise<void> {
  const slug = findLinkedSlug(lead.profileUrl);
  if (slug === null) return;
  // A failure here must not send a delivered lead again.
  await rememberPerson(slug, capturedAt).catch((error: unknown) => console.error('remember failed', error));
}

const isDelivered = ({ kind }: Outcome) => kind === 'sent' || kind === 'unconfirmed';

/**
 * Presses that wait for their reply. Their rows must stay, because a press is repeated if the worker dies.
 */
export const unanswered = new Set<string>();

/**
 * Deletes sent rows that the history does not show: all of them if the history is off, otherwise only
 * incognito rows.
 * @param withPrivate whether incognito rows may exist. If false and the history is on, nothing is read.
 */
export async function forgetSent(withPrivate = true): Promise<void> {
  const { keepsHistory = true } = await readStored('keepsHistory');
  if (keepsHistory && !withPrivate) return;
  await removeDeliveries(
    (delivery) =>
      isSent(delivery) && !(keepsHistory && !delivery.isPrivate) && !unanswered.has(delivery.pressId),
  );
}

let timer: ReturnType<typeof setTimeout> | undefined;

async function planNext(): Promise<void> {
  const due = await findNextDue();
  clearTimeout(timer);
  if (due === null) {
    chrome.alarms.clear(ALARM, () => void chrome.runtime.lastError);
    return;
  }
  const now = Date.now();
  // Rows that are due but unsent wait for their receiver's pause.
  const waitMs = due > now ? due - now : Math.min(...endsOfPauses(now));
  if (waitMs < ALARM_MS) timer = setTimeout(() => void drain(), Math.max(250, waitMs));
}

const endsOfPauses = (now: number) =>
  [...receivers.values()].map(({ pausedUntil }) => pausedUntil - now).filter((ms) => ms > 0);

/** Ends all pauses, because a change may have fixed the receivers. */
export function forgetPauses(): void {
  receivers.forEach((receiver) => (receiver.pausedUntil = 0));
}
