import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';

/** Older replies name the key and the address differently (specification, signed-in side §3). */
type AnyLicense = Partial<Pick<ResellerLicense, 'licenseKey' | 'email'>> & {
  key?: string;
  customerEmail?: string;
};

export const keyOf = ({ licenseKey, key }: AnyLicense) => licenseKey ?? key ?? '';
export const emailOf = ({ email, customerEmail }: AnyLicense) => email ?? customerEmail ?? '';
