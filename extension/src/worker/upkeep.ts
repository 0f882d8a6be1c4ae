import { forgetOldPeople } from '../captured/sent-people.ts';
import { checkClock, recordTime } from '../license/license-state.ts';
import { renew } from '../license/license.ts';
import { MAX_AGE_MS, type Delivery } from '../outbox/delivery.ts';
import { drain, forgetPauses, forgetSent } from '../outbox/drain.ts';
import { removeDeliveries, requeue } from '../outbox/outbox.ts';
import { MAX_RETRY_AFTER_MS } from '../outbox/read-outcome.ts';
import { sendReports } from '../selectors/report-failures.ts';
import { refreshSelectors } from '../selectors/refresh-selectors.ts';
import { updateBadge } from './badge.ts';

const ALARM = 'upkeep';
const ALARM_MINUTES = 6 * 60;

export async function runUpkeep(): Promise<void> {
  void chrome.alarms.create(ALARM, { delayInMinutes: ALARM_MINUTES, periodInMinutes: ALARM_MINUTES });
  const now = Date.now();
  await recordTime(now);
  await Promise.all([renew(), refreshSelectors()]);
  await sendReports();
  const clock = await checkClock(now);
  const isOld = ({ capturedAt }: Delivery) => capturedAt < now - MAX_AGE_MS;
  // The time is later than any possible wait, so it was written while this computer's clock was ahead.
  const isMisdated = ({ nextAttemptAt }: Delivery) => nextAttemptAt > Date.now() + MAX_RETRY_AFTER_MS;
  // Old rows get one last attempt, because a month without connection may be why they wait.
  const isLast = (row: Delivery) => clock === 'right' && isOld(row);
  await requeue((row) => isMisdated(row) || isLast(row), { alsoFinished: false });
  forgetPauses();
  await drain();
  // Deletes nothing while the clock is wrong, and no waiting rows without a recent contact.
  if (clock !== 'ahead')
    await removeDeliveries((row) => isOld(row) && (clock === 'right' || row.state !== 'waiting'));
  await forgetSent();
  if (clock !== 'ahead') await forgetOldPeople(now);
  await updateBadge();
}
