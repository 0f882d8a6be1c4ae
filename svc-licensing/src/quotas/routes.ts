import * as contracts from '@leadping/contracts/licensing/quota-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { findReseller } from '../sellers/find-reseller.ts';
import { changeLimits, readQuota } from './quota.ts';

export function registerQuotaRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(contracts.getOwnQuota, ({ actor }) => readQuota(licensing, actor.resellerId));

  route(contracts.getResellerQuota, async ({ params }) =>
    readQuota(licensing, await requireReseller(licensing, params.resellerId)),
  );

  route(contracts.changeResellerLimits, async ({ params, body }) => {
    const resellerId = await requireReseller(licensing, params.resellerId);
    const { perDay, total } = await readQuota(licensing, resellerId);
    await changeLimits(licensing, resellerId, body);
    recordChange({ target: resellerId, before: { perDay, total }, after: body });
    return readQuota(licensing, resellerId);
  });
}

/** @throws {DomainError} NOT_FOUND */
async function requireReseller(licensing: LicensingContext, idOrSlug: string): Promise<string> {
  const reseller = await findReseller(licensing, idOrSlug);
  if (!reseller) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  return reseller.resellerId;
}
