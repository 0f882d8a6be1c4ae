import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted, type QueryFilter } from 'mongoose';
import type { License } from './license.model.ts';

/** The licenses that a reseller has and has not deleted. */
export const ownLicenses = (resellerId: string): QueryFilter<License> => ({
  'seller.resellerId': resellerId,
  deletedAt: trusted({ $exists: false }),
});

/** Whose licenses a person may act on: an admin on all, a reseller on their own. It is in every query. */
export type LicenseScope = (actor: Actor | null) => QueryFilter<License>;

export const ofAdmin: LicenseScope = () => ({});

export const ofReseller: LicenseScope = (actor) => {
  // Null is the platform's own licenses; the route's access has made sure that it is none here.
  if (!actor?.resellerId) throw new DomainError('FORBIDDEN', 'Access denied');
  return ownLicenses(actor.resellerId);
};
