import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { KnownLicense } from './recent-licenses.ts';

const DETAILS: Record<Exclude<Validation['code'], 'VALID'>, string> = {
  KEY_MALFORMED:
    'This is not a license key. Paste the whole key from your email: eight groups of four characters with dashes.',
  KEY_MISTYPED: 'This key has a typing mistake. Please copy the whole key from your email and paste it.',
  KEY_UNKNOWN: 'We don’t recognize this key. Please check that you pasted the key from your latest email.',
  KEY_ROTATED:
    'This key was replaced by a new one. Paste the new key: it is in the latest email about this license.',
  LICENSE_SUSPENDED:
    'This license is paused while a payment dispute is open. It works again when that is settled.',
  LICENSE_REVOKED: 'This license was revoked. If you think this is a mistake, please contact support.',
  TRIAL_ENDED:
    'Your trial has ended. Your captures are kept: buy a license and paste its key, and everything continues.',
  TRIAL_USED: 'This browser already had a trial. Buy a license to continue here.',
  DEVICE_NOT_ACTIVATED: 'This browser is not signed in with the key. Activate the key to use it here.',
  DEVICE_SIGNED_OUT: 'This browser is signed out. The license can be used on another one.',
};

export function invalid(code: keyof typeof DETAILS): Validation {
  return { valid: false, code, detail: DETAILS[code], token: null };
}

/** @param licenseKey the key that replaced the one in the request, for a device that was kept */
export function valid(
  token: string,
  { trialEndsAt }: Pick<KnownLicense, 'trialEndsAt'>,
  licenseKey?: string,
): Validation {
  return {
    valid: true,
    code: 'VALID',
    detail: 'The license is active.',
    token,
    ...(licenseKey === undefined ? {} : { licenseKey }),
    ...(trialEndsAt && { trialEndsAt: trialEndsAt.toISOString() }),
  };
}
