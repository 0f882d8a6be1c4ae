import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted, type QueryFilter } from 'mongoose';
import type { License } from './license.model.ts';

/** Whose licenses: those that a reseller has and has not deleted, or explicitly every seller's, for admins. */
export type LicenseScope = { resellerId: string } | { everySeller: true };

/**
 * The part of a filter that keeps a query to its seller: in every query of licenses that is made for a seller or an admin.
 * @throws {Error} for a scope without an owner, which types refuse and a caller past them must not get through
 */
export function licensesOf(scope: LicenseScope): QueryFilter<License> {
  if ('everySeller' in scope) return {};
  if (!scope.resellerId) throw new Error('Licenses were read without their seller');
  return { 'seller.resellerId': scope.resellerId, deletedAt: trusted({ $exists: false }) };
}

/** The scope of whoever makes a request. */
export type ScopeOfActor = (actor: Actor | null) => LicenseScope;

export const ofAdmin: ScopeOfActor = () => ({ everySeller: true });

export const ofReseller: ScopeOfActor = (actor) => {
  // Null is the platform's own licenses; the route's access has made sure that it is none here.
  if (!actor?.resellerId) throw new DomainError('FORBIDDEN', 'Access denied');
  return { resellerId: actor.resellerId };
};
