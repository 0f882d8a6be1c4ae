import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes } from 'node:crypto';
import { newEmail } from './people.ts';

/** Keys are sealed in events: a service under test that opens them has this in its configuration. */
export const SEAL_KEYS = `k1:${randomBytes(32).toString('hex')}`;

export type IssuedLicense = PayloadOf<typeof licenseIssued> & { licenseKey: string };

/** What licensing publishes of a license, and the key that is sealed in it. */
export function issuedLicense(overrides: Partial<IssuedLicense> = {}): IssuedLicense {
  const licenseKey = 'ABCD-1234-EFGH-5678-JKMN-9012-PQRS-3456';
  return {
    licenseId: randomBytes(12).toString('hex'),
    licenseKey,
    sealedLicenseKey: buildSealer([SEAL_KEYS]).seal(licenseKey),
    email: newEmail(),
    orderId: randomBytes(12).toString('hex'),
    seller: { resellerId: null, businessName: BRAND.name },
    origin: 'order',
    issuedAt: new Date().toISOString(),
    ...overrides,
  };
}
