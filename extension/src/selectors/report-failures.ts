import { reportFieldFailures } from '@leadping/contracts/endpoints/licensing/selectors';
import type { SelectableField } from '@leadping/contracts/licensing/selector-grammar';
import { missingFields, type Lead } from '../capture/lead.ts';
import { fetchWithin } from '../fetch-within.ts';
import { GATEWAY_URL } from '../gateway-url.ts';
import { readStored, store } from '../storage.ts';

const TIMEOUT_MS = 10_000;

/** What was reported today already. */
export interface ReportedFailures {
  day: string;
  version: number;
  fields: SelectableField[];
}

/**
 * Reports the names of the fields that a capture did not find, and nothing else, so that the selectors can be mended: each
 * field of a version at most once a day. The email says nothing, since few profiles show one.
 */
export async function reportFailures(lead: Lead): Promise<void> {
  const failed = missingFields(lead).filter(
    (field): field is SelectableField => field !== 'email' && field !== 'profileUrl',
  );
  if (failed.length === 0) return;
  const { selectors, trial, reported } = await readStored('selectors', 'trial', 'reported');
  const isInUse = selectors && trial?.hash === selectors.hash && trial.finished;
  const version = isInUse ? selectors.version : 0;
  const day = new Date().toISOString().slice(0, 10);
  const known = reported?.day === day && reported.version === version ? reported.fields : [];
  const fields = failed.filter((field) => !known.includes(field));
  if (fields.length === 0) return;
  await store({ reported: { day, version, fields: [...known, ...fields] } });
  await fetchWithin(
    GATEWAY_URL + reportFieldFailures.path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version, fields }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    },
    TIMEOUT_MS,
    () => undefined,
  );
}
