import { createHmac } from 'node:crypto';
import type { KnownValues } from './known-values.ts';
import type { Stack } from './stack.ts';

/** Signs like the permitted sender, so that the body is read. Returns nothing for routes without a signature. */
export function signatureOf(
  { environment }: Stack,
  { paymentSecrets, licenseSecrets }: KnownValues,
  request: { path: string; params: unknown; body: unknown; json: string },
): Record<string, string> {
  const { path, json } = request;
  if (path === '/api/stripe-webhook') return ofProvider(environment.STRIPE_TEST_WEBHOOK_SECRET, json);
  if (path.startsWith('/api/stripe-webhook/reseller/'))
    return ofProvider(secretIn(paymentSecrets, request.params, 'resellerId'), json);
  if (path !== '/api/webhook/license-create') return {};
  const secret = secretIn(licenseSecrets, request.body, 'reseller_id');
  if (secret === undefined) return {};
  // Uses both ways about equally often.
  return json.length % 2 === 0 ? { authorization: `Bearer ${secret}` } : bySignature(secret, json);
}

function secretIn(secrets: Readonly<Record<string, string>>, of: unknown, field: string): string | undefined {
  const id = typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[field] : undefined;
  return typeof id === 'string' && Object.hasOwn(secrets, id) ? secrets[id] : undefined;
}

function ofProvider(secret = '', json: string): Record<string, string> {
  const at = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${at}.${json}`).digest('hex');
  return { 'stripe-signature': `t=${at},v1=${digest}` };
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#webhook-headers-sending-metadata-to-consumers */
function bySignature(secret: string, json: string): Record<string, string> {
  const id = `msg_${createHmac('sha256', secret).update(json).digest('hex').slice(0, 24)}`;
  const at = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${at}.${json}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${digest}` };
}
