import { checkClock, recordTime } from '../license/license-state.ts';
import { renew } from '../license/license.ts';
import { MAX_AGE_MS, type Delivery } from '../outbox/delivery.ts';
import { drain, forgetPauses, forgetSent } from '../outbox/drain.ts';
import { removeDeliveries, requeue } from '../outbox/outbox.ts';
import { MAX_RETRY_AFTER_MS } from '../outbox/read-outcome.ts';
import { refreshSelectors } from '../selectors/refresh-selectors.ts';
import { updateBadge } from './badge.ts';

const ALARM = 'upkeep';
const ALARM_MINUTES = 6 * 60;

/** What is due every few hours: the license, the selectors, old rows. */
export async function runUpkeep(): Promise<void> {
  void chrome.alarms.create(ALARM, { delayInMinutes: ALARM_MINUTES, periodInMinutes: ALARM_MINUTES });
  const now = Date.now();
  await recordTime(now);
  await Promise.all([renew(), refreshSelectors()]);
  const clock = await checkClock(now);
  const isOld = ({ capturedAt }: Delivery) => capturedAt < now - MAX_AGE_MS;
  // Further off than any wait: written, as a pause may be, while this computer's clock was ahead.
  const isMisdated = ({ nextAttemptAt }: Delivery) => nextAttemptAt > Date.now() + MAX_RETRY_AFTER_MS;
  // The last attempt of what is old: a month without a connection may be why it waits.
  const isLast = (row: Delivery) => clock === 'right' && isOld(row);
  await requeue((row) => isMisdated(row) || isLast(row), { alsoFinished: false });
  forgetPauses();
  await drain();
  // By a clock that is wrong for a day nothing is deleted, and without a contact nothing that waits.
  if (clock !== 'ahead')
    await removeDeliveries((row) => isOld(row) && (clock === 'right' || row.state !== 'waiting'));
  await forgetSent();
  await updateBadge();
}
