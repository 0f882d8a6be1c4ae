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
/** Below Chrome 102 an attempt can be two calls. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS + 5000;
const ALARM = 'outbox';
const WORKER_ID = newId();
/** Alarms fire no sooner than this (a minute before Chrome 120); until then a timer serves while the worker is awake. */
const ALARM_MS = 30_000;

let running: Promise<void> | undefined;
let isRequested = false;
let onRequest: () => void = () => {};
const lanes = new Set<Promise<void>>();
let onChange: () => void = () => {};

/** @param listener is called whenever rows have changed. */
export function watchOutbox(listener: () => void): void {
  onChange = listener;
}

/** To be called before rows are written, so that they are sent although the worker dies at the next line. */
export function setOutboxAlarm(): void {
  void chrome.alarms.create(ALARM, { delayInMinutes: ALARM_MS / 60_000, periodInMinutes: ALARM_MS / 60_000 });
}

export const isOutboxAlarm = ({ name }: chrome.alarms.Alarm) => name === ALARM;

/**
 * Sends all that is due. A call during a run makes the run look once more, at once unless all lanes are sending. Never
 * rejects: what fails here is due at the next alarm, and a press that was kept is not to be repeated for it.
 */
export function drain(): Promise<void> {
  isRequested = true;
  onRequest();
  running ??= drainAll()
    .catch((error: unknown) => console.error('drain failed', error))
    .finally(() => {
      running = undefined;
      // Whoever called during the last look waits for the next one.
      return isRequested ? drain() : undefined;
    });
  return running;
}

/** How many of a receiver's rows are being sent, and until when it is left alone after a failure. */
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
    // Without an accepted key nothing is sent; what waits stays for the day it is accepted again.
    if ((await readLicenseState(Date.now())).status !== 'active') return;
    setOutboxAlarm();
    while (lanes.size < CONCURRENCY) openLane();
    // A lane whose receiver hangs must not keep the others from what came meanwhile.
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
    // Corrected or removed during the call: what the address before it brought about says nothing of this one.
    const { attempts } = delivery;
    await saveDelivery({ ...delivery, attempts: attempts - 1, nextAttemptAt: 0, leaseUntil: 0 });
    return;
  }
  if (outcome.isLocal) {
    // Not counted, and due as before: once the cause is gone, no wait of earlier attempts is left.
    receiver.pausedUntil = now + ALARM_MS;
    const { attempts } = delivery;
    await saveDelivery({ ...delivery, attempts: attempts - 1, leaseUntil: 0, lastText: outcome.text });
    return;
  }
  if (outcome.kind === 'retry') {
    const waitMs = Math.max(outcome.retryAfterMs ?? 0, waitAfter(delivery.attempts));
    // The receiver is spared the rest of its queue until the first row is due again.
    receiver.pausedUntil = now + Math.max(outcome.retryAfterMs ?? 0, Math.min(waitMs, ALARM_MS));
    await saveDelivery({ ...delivery, leaseUntil: 0, nextAttemptAt: now + waitMs, lastText: outcome.text });
    // A pause ends with this worker; what a receiver asked for does not.
    if (outcome.retryAfterMs) await postpone(delivery.configurationId, now + outcome.retryAfterMs);
    return;
  }
  receiver.pausedUntil = 0;
  const ended = { state: outcome.kind, finishedAt: now, lastText: outcome.text };
  await saveDelivery({ ...delivery, ...ended, leaseUntil: 0 });
  if (outcome.kind !== 'failed') await forgetSent(delivery.isPrivate ?? false);
}

const isDelivered = ({ kind }: Outcome) => kind === 'sent' || kind === 'unconfirmed';

/** Presses that wait for their reply. One that is repeated after the death of the worker must find its rows. */
export const unanswered = new Set<string>();

/**
 * Deletes what was sent and is not for the history: all where there is none, else what came from incognito windows.
 * @param withPrivate whether there may be some of those; without them and with a history nothing is read.
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
  // Rows that are due and were not sent wait for their receiver.
  const waitMs = due > now ? due - now : Math.min(...endsOfPauses(now));
  if (waitMs < ALARM_MS) timer = setTimeout(() => void drain(), Math.max(250, waitMs));
}

const endsOfPauses = (now: number) =>
  [...receivers.values()].map(({ pausedUntil }) => pausedUntil - now).filter((ms) => ms > 0);

/** Forgets that receivers failed: something changed that may have mended them. */
export function forgetPauses(): void {
  receivers.forEach((receiver) => (receiver.pausedUntil = 0));
}
