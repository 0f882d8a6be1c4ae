import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { text, type Text, type TextKey } from '../text.ts';

const REFUSALS: Record<string, TextKey> = {
  VALID: 'licenseActive',
  KEY_MALFORMED: 'keyMalformed',
  KEY_MISTYPED: 'keyMistyped',
  KEY_UNKNOWN: 'keyUnknown',
  KEY_ROTATED: 'keyRotated',
  LICENSE_SUSPENDED: 'licenseSuspended',
  LICENSE_REVOKED: 'licenseRevoked',
  TRIAL_ENDED: 'trialEnded',
  TRIAL_USED: 'trialUsed',
  DEVICE_NOT_ACTIVATED: 'deviceNotActivated',
  DEVICE_SIGNED_OUT: 'deviceIsSignedOut',
};

/** Describes a rejected key. A newer platform may use codes that this version does not know. */
export function describeRefusal({ code, detail }: Pick<Validation, 'code' | 'detail'>): Text {
  const key = REFUSALS[code];
  return key ? text(key) : text('verbatim', detail);
}
