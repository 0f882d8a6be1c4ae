import { canonicalEmail } from '@leadping/contracts/email-address';
import { maskLicenseKey } from '@leadping/contracts/licensing/read-license-key';
import { CUSTOMER_LIST_LENGTH, type CustomerLicense } from '@leadping/contracts/support/customer-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import { DomainError } from '@leadping/service-kit/domain-error';
import { showDevices } from '../activations/show-devices.ts';
import type { LicensingContext } from '../context.ts';
import { isIssued } from '../licenses/is-issued.ts';
import { showAdminLicense } from '../licenses/show-license.ts';

/**
 * Licenses under the address of a ticket's customer, from every seller, newest first.
 * @throws {DomainError} NOT_FOUND
 */
export async function listCustomerLicenses(
  { bus, licenses, vault }: Pick<LicensingContext, 'bus' | 'licenses' | 'vault'>,
  ticketId: string,
): Promise<CustomerLicense[]> {
  const { email } = await bus.request(ticketCustomer, { ticketId });
  if (!email) throw new DomainError('NOT_FOUND', 'No ticket with a confirmed address');
  const found = await licenses
    .find({ emailKey: canonicalEmail(email) })
    .sort({ _id: -1 })
    .limit(CUSTOMER_LIST_LENGTH)
    .select({ outbox: 0 })
    .lean();
  return found.filter(isIssued).map((license) => {
    const { id, licenseKey, status, isTest, seller, mail, createdAt } = showAdminLicense(license, vault);
    return {
      id,
      maskedKey: maskLicenseKey(licenseKey),
      status,
      isTest,
      seller,
      orderId: license.orderId ?? null,
      mail,
      createdAt,
      devices: showDevices(license.devices),
    };
  });
}
