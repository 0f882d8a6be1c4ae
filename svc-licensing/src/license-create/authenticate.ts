import { DomainError } from '@leadping/service-kit/domain-error';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { licenseCreateWebhook } from '@leadping/contracts/licensing/license-create-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { webhookSecretPlace, type WebhookAccess } from './webhook-access.model.ts';

type SentHeaders = RequestOf<typeof licenseCreateWebhook>['headers'];

const BEARER = /^Bearer (\S+)$/i;

/**
 * Checks that the reseller's own system sent these bytes, by the secret itself or by a signature made with it. Every
 * refusal has the same reply, even for a reseller without a secret.
 * @returns which of the two matched
 * @throws {DomainError} UNAUTHENTICATED
 */
export function authenticate(
  access: WebhookAccess | null,
  request: { headers: SentHeaders; body: Buffer },
  sealer: Sealer,
): 'secret' | 'signature' {
  const proof =
    access === null
      ? null
      : findProof(sealer.open(access.sealedSecret, webhookSecretPlace(access._id)), request);
  if (proof === null) {
    throw new DomainError(
      'UNAUTHENTICATED',
      'The secret or the signature does not match this reseller. See "Webhook API" on your sales page.',
    );
  }
  return proof;
}

function findProof(
  secret: string,
  request: { headers: SentHeaders; body: Buffer },
): 'secret' | 'signature' | null {
  const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  if (token !== undefined) return isSame(token, secret) ? 'secret' : null;
  return isSigned(secret, request) ? 'signature' : null;
}

function isSigned(secret: string, { headers, body }: { headers: SentHeaders; body: Buffer }): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (error) {
    // A SyntaxError is thrown after the signature was found good, by a body that is no JSON.
    if (error instanceof SyntaxError) return true;
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
