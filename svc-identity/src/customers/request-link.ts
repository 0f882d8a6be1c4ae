import { canonicalEmail } from '@leadping/contracts/email-address';
import { customerLinkRequested } from '@leadping/contracts/identity/customer-events';
import { LINK_MINUTES } from '@leadping/contracts/identity/customer-session-routes';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';

/**
 * Stores a link for any address. Whether the address is a customer's is checked later, by support, so that neither the
 * reply nor its time reveals it.
 */
export async function requestLink(
  { customerLinks, credentialSealer, relay }: IdentityContext,
  email: string,
): Promise<void> {
  const token = createSecretToken();
  const linkId = hashSecretToken(token);
  const expiresAt = new Date(Date.now() + LINK_MINUTES * 60_000);
  const entry = outboxEntry(customerLinkRequested, `customer-link:${linkId}`, {
    linkId,
    email,
    sealedToken: credentialSealer.seal(token, mailedTokenPlace('customer-links', linkId)),
    expiresAt: expiresAt.toISOString(),
  });
  await customerLinks.create({
    _id: linkId,
    email,
    emailKey: canonicalEmail(email),
    expiresAt,
    outbox: [entry],
  });
  relay.flush(customerLinks);
}
