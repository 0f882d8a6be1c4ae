import { republish, republishOverdue } from '@leadping/service-kit/messaging/republish';
import type { Job } from '@leadping/service-kit/process/jobs';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import type { LicensingContext } from '../context.ts';
import { isIssued } from './is-issued.ts';
import { issuedEntry } from './license-events.ts';
import type { IssuedLicense, License } from './license.model.ts';

/** Publishes every license again whose mail support has not settled in time. */
export function republishUnsettled(
  licensing: Pick<LicensingContext, 'licenses' | 'clock' | 'relay' | 'log' | 'record'>,
): Job {
  let licenses = 0;
  // While no mail goes out some are due at every sweep.
  const recordRepeats = onceAMinute<void>(() => {
    licensing.record({
      level: 'warning',
      category: 'license',
      message: 'Key emails requested again for licenses without an outcome',
      nextStep: 'Nothing to do if it happens once. If it repeats, check the email provider in Settings.',
      data: { licenses },
    });
    licenses = 0;
  });
  return async () => {
    const republished = await republishOverdue(optionsOf(licensing));
    licenses += republished.length;
    if (republished.length > 0) recordRepeats();
  };
}

/** Publishes a license again whose event is known to be lost. */
export async function republishLicense(
  licensing: Pick<LicensingContext, 'licenses' | 'clock' | 'relay' | 'log'>,
  license: IssuedLicense,
): Promise<void> {
  await republish(optionsOf(licensing), license);
}

function optionsOf({
  licenses,
  clock,
  relay,
  log,
}: Pick<LicensingContext, 'licenses' | 'clock' | 'relay' | 'log'>) {
  return { model: licenses, clock, relay, log, entryOf };
}

function entryOf(license: License, repeat: number) {
  // Only issued licenses have a time for republishing.
  if (!isIssued(license)) throw new Error(`license ${String(license._id)} is not issued`);
  return issuedEntry(license, repeat);
}
