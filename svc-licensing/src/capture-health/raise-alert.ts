import { capturesFailing } from '@leadping/contracts/licensing/capture-events';
import { CAPTURE_ALERT } from '@leadping/contracts/licensing/capture-report-routes';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { addUp } from './add-up.ts';

/** Length of the windows that reports are counted in, in ms. */
export const WINDOW_MS = 5 * 60_000;

/**
 * Raises the alert of a layout where a field fails too often. It is raised at most once a day, however many reports
 * arrive at once.
 */
export async function raiseAlert(
  {
    captureWindows,
    captureAlerts,
    relay,
    record,
  }: Pick<LicensingContext, 'captureWindows' | 'captureAlerts' | 'relay' | 'record'>,
  layout: string,
  now: number,
): Promise<void> {
  const since = new Date(now - CAPTURE_ALERT.minutes * 60_000);
  const windows = await captureWindows.find({ layout, begin: trusted({ $gt: since }) }).lean();
  const { presses, failures } = addUp(windows);
  const licenses = new Set(windows.flatMap((window) => window.licenses)).size;
  if (presses < CAPTURE_ALERT.presses || licenses < CAPTURE_ALERT.licenses) return;
  const fields = (Object.entries(failures) as [SelectableField, number][])
    .filter(([, count]) => count / presses > CAPTURE_ALERT.share)
    .sort(([, one], [, other]) => other - one)
    .map(([field]) => field);
  if (fields.length === 0) return;
  const at = new Date(now);
  const _id = `${at.toISOString().slice(0, 10)}/${layout}`;
  const alert = { layout, presses, failures, licenses, fields };
  const entry = outboxEntry(capturesFailing, `captures-failing:${_id}`, { ...alert, at: at.toISOString() });
  try {
    await captureAlerts.create({ _id, at, ...alert, outbox: [entry] });
  } catch (error) {
    if (isDuplicateKey(error)) return;
    throw error;
  }
  relay.flush(captureAlerts);
  record({
    level: 'warning',
    category: 'client',
    message: `Captures fail on layout ${layout}: ${fields.join(', ')}`,
    data: { layout, presses, licenses, ...failures },
    nextStep: 'Open Chrome Extension Selectors, look at the capture health and publish a repair.',
  });
}
