import type { ListQuery } from '@leadping/contracts/licensing/list-query';
import { readLicenseKey } from '@leadping/contracts/licensing/license-key';
import { trusted, type QueryFilter } from 'mongoose';
import type { Context } from '../context.ts';
import type { IssuedLicense, License } from './license.model.ts';
import { isIssued } from './tell-again.ts';

/** Licenses of a list that is asked for without a limit. */
const WHOLE_LIST = 10_000;

export interface LicensePage {
  licenses: IssuedLicense[];
  /** Where the next page starts; undefined on the last one. */
  nextCursor: string | undefined;
}

/** Issued licenses, newest first. @param scope whose licenses: `{}` for all. */
export async function listLicenses(
  { licenses, vault }: Pick<Context, 'licenses' | 'vault'>,
  scope: QueryFilter<License>,
  { limit = WHOLE_LIST, cursor, search }: ListQuery,
): Promise<LicensePage> {
  const found = await licenses
    .find({
      $and: [
        { issuedAt: trusted({ $gt: new Date(0) }), ...scope },
        searchFilter(vault, search),
        pageFilter(cursor),
      ],
    })
    .sort({ issuedAt: -1, _id: -1 })
    .limit(limit + 1)
    .select({ devices: 0, outbox: 0 })
    .lean();
  const page = found.filter(isIssued).slice(0, limit);
  const last = page.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return { licenses: page, nextCursor: isMore ? `${last.issuedAt.getTime()}-${last._id}` : undefined };
}

function searchFilter(vault: Context['vault'], search: string | undefined): QueryFilter<License> {
  if (!search) return {};
  const reading = readLicenseKey(search);
  if (reading.readable) return { keyIndex: vault.indexOf(reading.key) };
  const beginning = search.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return { email: trusted({ $regex: `^${beginning}` }) };
}

function pageFilter(cursor: string | undefined): QueryFilter<License> {
  const [time, id] = cursor?.split('-') ?? [];
  if (!time || !id) return {};
  const at = new Date(Number(time));
  return {
    $or: [{ issuedAt: trusted({ $lt: at }) }, { issuedAt: at, _id: trusted({ $lt: id }) }],
  };
}
