import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes } from 'node:crypto';
import { SECRETS } from './environment.ts';
import { newEmail } from './people.ts';

const sealer = buildSealer([SECRETS.LICENSE_KEY_SEAL_KEYS]);

export type IssuedLicense = PayloadOf<typeof licenseIssued> & { licenseKey: string };

/** A license event as svc-licensing publishes it, with its sealed key. */
export function issuedLicense(overrides: Partial<IssuedLicense> = {}): IssuedLicense {
  const licenseKey = 'ABCD-1234-EFGH-5678-JKMN-9012-PQRS-3456';
  const licenseId = randomBytes(12).toString('hex');
  return {
    licenseId,
    licenseKey,
    sealedLicenseKey: sealer.seal(licenseKey, licenseKeyPlace(licenseId)),
    email: newEmail(),
    orderId: randomBytes(12).toString('hex'),
    seller: { resellerId: null, businessName: BRAND.name },
    origin: 'order',
    issuedAt: new Date().toISOString(),
    ...overrides,
  };
}
