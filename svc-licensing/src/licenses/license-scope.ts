import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted, type QueryFilter } from 'mongoose';
import type { License } from './license.model.ts';

/**
 * Licenses that a reseller has and has not deleted, those of an owner's address, or explicitly every seller's, for
 * admins.
 */
export type LicenseScope = { resellerId: string } | { ownerKey: string } | { everySeller: true };

/**
 * The filter that limits a query to its seller or owner. Every query of licenses for a person needs it.
 * @throws {Error} for a scope without an owner: types exclude it, but a caller may bypass them
 */
export function licensesOf(scope: LicenseScope): QueryFilter<License> {
  if ('everySeller' in scope) return {};
  if ('ownerKey' in scope) {
    // Licenses of erased owners have an empty address.
    if (!scope.ownerKey) throw new Error('Licenses were read without their owner');
    return { emailKey: scope.ownerKey };
  }
  if (!scope.resellerId) throw new Error('Licenses were read without their seller');
  return { 'seller.resellerId': scope.resellerId, deletedAt: trusted({ $exists: false }) };
}

/** Returns the scope of a request's actor. */
export type ScopeOfActor = (actor: Actor | null) => LicenseScope;

export const ofAdmin: ScopeOfActor = () => ({ everySeller: true });

export const ofReseller: ScopeOfActor = (actor) => {
  // Null would mean the platform's own licenses. The route's access rules guarantee that it is not null here.
  if (!actor?.resellerId) throw new DomainError('FORBIDDEN', 'Access denied');
  return { resellerId: actor.resellerId };
};
