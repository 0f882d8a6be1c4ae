import { Webhook } from 'standardwebhooks';

/** The Standard Webhooks headers of one attempt. `id` stays the same over all attempts of a delivery. */
export function signatureHeaders(secret: string, id: string, body: string, at: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}
