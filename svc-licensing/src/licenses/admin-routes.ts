import * as contracts from '@leadping/contracts/licensing/admin-license-routes';
import { BRAND } from '@leadping/contracts/brand';
import { readLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { csvFile } from '@leadping/service-kit/http/csv-file';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { trusted, type QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { cachedCounts } from './count-licenses.ts';
import { registerKeyMailRoutes } from './key-mail-routes.ts';
import { ofAdmin } from './license-scope.ts';
import { issueOnRequest } from './issue-on-request.ts';
import type { License } from './license.model.ts';
import { LIVE, listLicenses, readLicenses } from './list-licenses.ts';
import { ADMIN_COLUMNS, showAdminLicense } from './show-license.ts';
import { revokeLicense } from './revoke-license.ts';
import { revokeLicensesOfReseller } from './revoke-of-reseller.ts';

const KEY_MAIL_ACTIONS = {
  correctEmail: contracts.correctEmailByAdmin,
  resendKey: contracts.resendKeyByAdmin,
  rotateKey: contracts.rotateKeyByAdmin,
};

export function registerAdminLicenseRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  const { vault } = licensing;
  const countOf = cachedCounts(licensing);

  route(contracts.listLicenses, async ({ query, reply }) => {
    const { licenses, next } = await listLicenses(
      licensing,
      { everySeller: true },
      query,
      adminFilter(query),
    );
    setNextCursor(reply, next);
    return licenses.map((license) => showAdminLicense(license, vault));
  });

  route(contracts.exportLicenses, ({ query, reply }) =>
    csvFile(reply, {
      name: `licenses-${new Date().toISOString().slice(0, 10)}.csv`,
      columns: ADMIN_COLUMNS,
      rows: readLicenses(licensing, { everySeller: true }, query.search, adminFilter(query)),
    }),
  );

  route(contracts.summarizeLicenses, () => countOf({ everySeller: true }));

  route(contracts.createManualLicense, async ({ body, actor, headers }) => {
    const license = await issueOnRequest(
      licensing,
      {
        email: body.email,
        notes: body.notes,
        origin: 'manual',
        seller: { resellerId: null, businessName: BRAND.name },
      },
      {
        sender: `admin:${actor.userId}`,
        idempotencyKey: headers['idempotency-key'],
      },
      { adminId: actor.userId },
    );
    recordChange({ target: String(license._id), after: { email: body.email, notes: body.notes } });
    return showAdminLicense(license, vault);
  });

  route(contracts.revokeLicensesOfReseller, ({ params, body }) =>
    revokeLicensesOfReseller(licensing, params.resellerId, new Date(body.since)),
  );

  registerKeyMailRoutes(route, licensing, KEY_MAIL_ACTIONS, ofAdmin);

  route(contracts.deactivateByAdmin, async ({ params }) => {
    const reading = readLicenseKey(params.licenseKey);
    const license = reading.readable
      ? await revokeLicense(
          licensing,
          { everySeller: true },
          { keyIndex: vault.indexOf(reading.key) },
          'deactivated by an admin',
        )
      : null;
    if (!license) throw new DomainError('NOT_FOUND', 'This license does not exist.');
    return showAdminLicense(license, vault);
  });
}

function adminFilter({ status, resellerId, mode }: contracts.AdminLicenseFilter): QueryFilter<License> {
  return {
    ...(status && status !== 'all' && { status }),
    ...(resellerId && { 'seller.resellerId': resellerId === contracts.DIRECT_SALES ? null : resellerId }),
    ...(mode === 'live' && LIVE),
    ...(mode === 'test' && { testExpiresAt: trusted({ $exists: true }) }),
  };
}
