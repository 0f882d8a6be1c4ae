import { randomBytes } from 'node:crypto';

/** A signing secret in the form that Standard Webhooks libraries take. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
