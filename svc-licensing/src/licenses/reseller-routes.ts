import * as contracts from '@leadping/contracts/licensing/reseller-license-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { csvFile } from '@leadping/service-kit/http/csv-file';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { trusted, type QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { cachedCounts } from './count-licenses.ts';
import { registerKeyMailRoutes } from './key-mail-routes.ts';
import { ofReseller } from './license-scope.ts';
import { findReseller, requireActive } from '../sellers/find-reseller.ts';
import type { License } from './license.model.ts';
import { issueOnRequest } from './issue-on-request.ts';
import { listLicenses, readLicenses } from './list-licenses.ts';
import { RESELLER_COLUMNS, showResellerLicense } from './show-license.ts';
import { revokeLicense } from './revoke-license.ts';

/** The tenant is the actor's in every query; nothing of it comes from the request. */
export function registerResellerLicenseRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  const { vault } = licensing;
  const countOf = cachedCounts(licensing);
  route(contracts.listResellerLicenses, async ({ query: { status, ...page }, actor, reply }) => {
    const scope = ofReseller(actor);
    const { licenses, next } = await listLicenses(licensing, scope, page, statusFilter(status));
    setNextCursor(reply, next);
    return licenses.map((license) => showResellerLicense(license, vault));
  });

  route(contracts.exportResellerLicenses, ({ query: { search, status }, actor, reply }) =>
    csvFile(reply, {
      name: `licenses-${new Date().toISOString().slice(0, 10)}.csv`,
      columns: RESELLER_COLUMNS,
      rows: readLicenses(licensing, ofReseller(actor), search, statusFilter(status)),
    }),
  );

  route(contracts.summarizeResellerLicenses, ({ actor }) => countOf(ofReseller(actor)));

  route(contracts.createResellerLicense, async ({ body, actor, headers }) => {
    const { resellerId } = actor;
    const idempotencyKey = headers['idempotency-key'];
    const { businessName } = requireActive(await findReseller(licensing, resellerId));
    const license = await issueOnRequest(
      licensing,
      {
        email: body.customerEmail,
        customerBusinessName: body.businessName,
        notes: body.notes,
        origin: 'reseller',
        seller: { resellerId, businessName },
      },
      { sender: `reseller:${resellerId}`, idempotencyKey },
      { resellerId },
    );
    const { customerEmail, businessName: customerBusinessName, notes } = body;
    recordChange({
      target: String(license._id),
      after: { customerEmail, businessName: customerBusinessName, notes },
    });
    return showResellerLicense(license, vault);
  });

  const actions = {
    correctEmail: contracts.correctEmailByReseller,
    resendKey: contracts.resendKeyByReseller,
    rotateKey: contracts.rotateKeyByReseller,
  };
  registerKeyMailRoutes(route, licensing, actions, ofReseller);

  route(contracts.deleteResellerLicense, async ({ params, actor }) => {
    const license = await revokeLicense(
      licensing,
      ofReseller(actor),
      { _id: params.id },
      'deleted by the reseller',
      { isDeleted: true },
    );
    if (!license) throw new DomainError('NOT_FOUND', 'This license does not exist.');
    return { message: 'License deleted' };
  });
}

function statusFilter(status: 'all' | 'active' | 'inactive' = 'all'): QueryFilter<License> {
  if (status === 'all') return {};
  return { status: status === 'active' ? status : trusted({ $ne: 'active' as const }) };
}
