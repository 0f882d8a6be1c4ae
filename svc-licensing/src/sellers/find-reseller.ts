import {
  findReseller as findResellerRequest,
  type ResellerSummary,
} from '@leadping/contracts/commerce/requests';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { z } from 'zod';
import type { LicensingContext } from '../context.ts';

type Reseller = z.infer<typeof ResellerSummary>;

/** @param idOrSlug the id, the current or a former slug. */
export async function findReseller(
  { bus }: Pick<LicensingContext, 'bus'>,
  idOrSlug: string,
): Promise<Reseller | null> {
  return (await bus.request(findResellerRequest, { idOrSlug })).reseller;
}

/** @throws {DomainError} RESELLER_INACTIVE if the reseller may not create licenses */
export function requireActive(reseller: Reseller | null): Reseller {
  if (!reseller?.isActive) {
    throw new DomainError('RESELLER_INACTIVE', 'This reseller account is inactive. Please contact support.');
  }
  return reseller;
}
