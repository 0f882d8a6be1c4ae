import { reportCaptures } from '@leadping/contracts/endpoints/licensing/capture-report';
import type { CaptureCount } from '@leadping/contracts/licensing/capture-report-routes';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { missingFields, type Lead, type LeadField } from '../capture/lead.ts';
import { fetchWithin } from '../fetch-within.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import { readStored, store } from '../storage.ts';

const TIMEOUT_MS = 10_000;
const ALARM = 'reports';
/** Minimum interval between reports in ms. The platform accepts 60 reports per license and hour. */
const REST_MS = 60_000;
/** Limits of the contract: counts per report, and presses per count. */
const MAX_SENT = 8;
const MAX_PRESSES = 100;
const MAX_WAITING = 40;
/** Fields that indicate no failed selector: few profiles show an email, and the address is known. */
const UNCOUNTED: readonly LeadField[] = ['email', 'profileUrl'];

/**
 * Counts a press and the names of its missing fields, so that changes of the site are noticed and the
 * selectors can be fixed. Reports contain the counts and the layout's fingerprint and are sent at most once a
 * minute.
 * @param lead empty for an unreadable page
 * @param layout unchecked value from a page's script
 */
export function reportFailures(lead: Lead, layout: unknown): Promise<void> {
  return inTurn(async () => {
    if (typeof layout !== 'string' || !/^[0-9a-f]{8}$/.test(layout)) return;
    const { selectors, trial, reports } = await readStored('selectors', 'trial', 'reports');
    const isInUse = selectors && trial?.hash === selectors.hash && trial.finished;
    const version = isInUse ? selectors.version : 0;
    const { sentAt = 0, captures = [] } = reports ?? {};
    await store({
      reports: { sentAt, captures: addPress(captures, { version, layout }, missingFields(lead)) },
    });
    await sendWaiting();
  });
}

export const sendReports = (): Promise<void> => inTurn(sendWaiting);

export const isReportsAlarm = ({ name }: chrome.alarms.Alarm): boolean => name === ALARM;

function addPress(
  captures: readonly CaptureCount[],
  { version, layout }: Pick<CaptureCount, 'version' | 'layout'>,
  missing: readonly LeadField[],
): CaptureCount[] {
  const isSame = (one: CaptureCount) =>
    one.version === version && one.layout === layout && one.presses < MAX_PRESSES;
  const count = captures.find(isSame) ?? { version, layout, presses: 0, failures: {} };
  const failures = { ...count.failures };
  for (const field of missing)
    if (!UNCOUNTED.includes(field)) {
      const name = field as SelectableField;
      failures[name] = (failures[name] ?? 0) + 1;
    }
  const counted = { ...count, presses: count.presses + 1, failures };
  return [...captures.filter((one) => one !== count), counted].slice(-MAX_WAITING);
}

async function sendWaiting(): Promise<void> {
  const { reports, license } = await readStored('reports', 'license');
  if (!reports || reports.captures.length === 0) return;
  // Without a license nothing can be reported, so drop the counts.
  if (!license?.token) return store({ reports: { ...reports, captures: [] } });
  const now = Date.now();
  // A clock that was set back must not delay the next report.
  if (now >= reports.sentAt && now < reports.sentAt + REST_MS) {
    void chrome.alarms.create(ALARM, { when: reports.sentAt + REST_MS });
    return;
  }
  const captures = reports.captures.slice(0, MAX_SENT);
  // Remove the counts before the request. If the worker dies during it, they are lost instead of sent twice.
  const waiting = reports.captures.slice(MAX_SENT);
  await store({ reports: { sentAt: now, captures: waiting } });
  const status = await post({ token: license.token, captures }).catch(() => 0);
  const isKept = status === 0 || status === 429 || status >= 500;
  if (isKept) await store({ reports: { sentAt: now, captures: [...captures, ...waiting] } });
  else if (waiting.length > 0) void chrome.alarms.create(ALARM, { when: now + REST_MS });
}

function post(body: { token: string; captures: CaptureCount[] }): Promise<number> {
  return fetchWithin(
    GATEWAY_URL + reportCaptures.path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, extension: chrome.runtime.getManifest().version }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    },
    TIMEOUT_MS,
    ({ status }) => status,
  );
}

let last: Promise<unknown> = Promise.resolve();

/** Runs calls one after another, so that counts made during a report are added to the pending ones. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = last.then(work);
  last = turn.catch(() => {});
  return turn;
}
