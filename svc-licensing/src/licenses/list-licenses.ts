import { canonicalEmail } from '@leadping/contracts/email-address';
import type { LicenseSort, ListQuery } from '@leadping/contracts/licensing/list-query';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { formPattern } from '@leadping/service-kit/data/search-pattern';
import { trusted, type QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { ONE_SELLERS_LICENSES, type IssuedLicense, type License } from './license.model.ts';
import { isIssued } from './is-issued.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';

/** Licenses of a list without a limit. */
const WHOLE_LIST = 10_000;
const EXPORT_BATCH = 1000;

/** Licenses that are not for tests: nearly all of them. */
export const LIVE: QueryFilter<License> = { testExpiresAt: trusted({ $exists: false }) };

export interface LicensePage {
  licenses: IssuedLicense[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/**
 * Issued licenses, newest first by default.
 *
 * Sorted by the id, which grows with time: the one order that every engine reads from an index without a filter. Stubs
 * of unpaid orders are few and left out afterwards, so a page may be a little shorter than its limit.
 */
export async function listLicenses(
  { licenses, vault }: Pick<LicensingContext, 'licenses' | 'vault'>,
  scope: LicenseScope,
  { limit = WHOLE_LIST, cursor, search, sort = 'newest' }: ListQuery & { sort?: LicenseSort | undefined },
  states: QueryFilter<License> = {},
): Promise<LicensePage> {
  const after = cursor ? { _id: trusted(sort === 'newest' ? { $lt: cursor } : { $gt: cursor }) } : {};
  const read = licenses
    .find({ ...states, ...after, ...searchFilter(vault, search), ...licensesOf(scope) })
    .sort({ _id: sort === 'newest' ? -1 : 1 })
    .limit(limit + 1)
    .select({ devices: 0, activations: 0, signIns: 0, outbox: 0 });
  const index = search ? undefined : indexFor(scope, states);
  const found = await (index ? read.hint(index) : read).lean();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    licenses: page.filter(isIssued),
    next: found.length > limit && last ? String(last._id) : null,
  };
}

/**
 * Named, because DocumentDB would sort all that another index finds: live licenses alone by the one of test licenses. MongoDB chooses
 * the same one by itself.
 */
function indexFor(scope: LicenseScope, states: QueryFilter<License>) {
  if ('resellerId' in scope) return ONE_SELLERS_LICENSES;
  const isLiveAlone = states.testExpiresAt === LIVE.testExpiresAt && Object.keys(states).length === 1;
  return isLiveAlone ? { _id: 1 as const } : undefined;
}

/** All matching licenses, newest first, read in pages, so that a slow reader keeps no database cursor open. */
export async function* readLicenses(
  licensing: Pick<LicensingContext, 'licenses' | 'vault'>,
  scope: LicenseScope,
  search: string | undefined,
  states: QueryFilter<License>,
): AsyncGenerator<IssuedLicense> {
  let cursor: string | undefined;
  do {
    const page = await listLicenses(licensing, scope, { limit: EXPORT_BATCH, cursor, search }, states);
    yield* page.licenses;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

function searchFilter(vault: LicensingContext['vault'], search: string | undefined): QueryFilter<License> {
  if (!search) return {};
  const reading = readLicenseKey(search);
  if (reading.readable) {
    const keyIndex = vault.indexOf(reading.key);
    return { $or: [{ keyIndex }, { 'formerKeys.keyIndex': keyIndex }] };
  }
  // System logs and files name licenses by their ID.
  if (/^[0-9a-f]{24}$/.test(search)) return { _id: search };
  const beginning = formPattern(canonicalEmail(search));
  return { emailKey: trusted({ $regex: `^${beginning}` }) };
}
