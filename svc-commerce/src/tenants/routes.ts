import { getTenant } from '@leadping/contracts/commerce/tenant-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { findTenant } from './find-tenant.ts';

export function registerTenantRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getTenant, async ({ headers, request }) => {
    // The gateway is the only way in and says which host the visitor asked for.
    const host = one(request.headers['x-forwarded-host']) ?? request.headers.host;
    const tenant = await findTenant(commerce, { host, path: headers['x-current-path'] });
    if (!tenant) throw new DomainError('NOT_FOUND', 'This is not a page of a reseller.');
    return tenant;
  });
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
