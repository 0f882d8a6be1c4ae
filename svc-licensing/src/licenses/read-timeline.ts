import type { TimelineEntry } from '@leadping/contracts/timeline';
import type { LicensingContext } from '../context.ts';
import type { License } from './license.model.ts';
import { isIssued } from './is-issued.ts';

/** The license, its history and its devices for the timeline of an order. */
export async function readTimeline(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  orderId: string,
): Promise<{ entries: TimelineEntry[]; licenseIds: string[] }> {
  const license = await licenses.findOne({ orderId }).lean();
  if (!license) return { entries: [], licenseIds: [] };
  return { entries: entriesOf(license), licenseIds: [String(license._id)] };
}

function entriesOf(license: License): TimelineEntry[] {
  const subjectId = String(license._id);
  const entry = (
    at: Date,
    kind: 'license' | 'device',
    title: string,
    extra: Partial<TimelineEntry> = {},
  ): TimelineEntry => ({
    at: at.toISOString(),
    service: 'svc-licensing',
    kind,
    title,
    detail: null,
    state: 'ok',
    traceId: null,
    subjectId,
    action: null,
    ...extra,
  });
  const entries: TimelineEntry[] = [];
  if (isIssued(license)) {
    const action = license.status === 'active' ? 'resend-key' : null;
    entries.push(
      entry(license.issuedAt, 'license', 'License issued', { action, traceId: license.issueTraceId ?? null }),
    );
  } else {
    entries.push(entry(license.createdAt, 'license', 'Waits for the payment', { state: 'waiting' }));
  }
  if (license.activatedAt) entries.push(entry(license.activatedAt, 'license', 'License activated'));
  for (const { rotatedAt } of license.formerKeys ?? [])
    entries.push(entry(rotatedAt, 'license', 'License key replaced'));
  if (license.revokedAt) {
    entries.push(entry(license.revokedAt, 'license', 'License revoked', { state: 'warning' }));
  } else if (license.status !== 'active') {
    const { refunded, disputeLost } = license.payment;
    const detail = refunded ? 'refunded' : disputeLost ? 'dispute lost' : 'disputed';
    const at = license.statusChangedAt ?? license.updatedAt;
    entries.push(entry(at, 'license', `License ${license.status}`, { detail, state: 'warning' }));
  }
  for (const { deviceId, activatedAt, lastUsedAt } of license.devices) {
    const detail = `${deviceId.slice(0, 8)}…, last used ${lastUsedAt.toISOString()}`;
    entries.push(entry(activatedAt, 'device', 'Device activated', { detail }));
  }
  for (const { deviceId, at } of signedOut(license)) {
    const detail = `${deviceId.slice(0, 8)}…, signed out since`;
    entries.push(entry(at, 'device', 'Device activated', { detail }));
  }
  return entries;
}

/** The remembered sign-ins of devices that are signed out by now. */
function signedOut({ activations = [], devices }: License) {
  const current = new Set(devices.map(({ deviceId, activatedAt }) => `${deviceId} ${activatedAt.getTime()}`));
  return activations.filter(({ deviceId, at }) => !current.has(`${deviceId} ${at.getTime()}`));
}
