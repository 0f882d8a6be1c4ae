import type { Customer } from '@leadping/contracts/actor';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { addressChangeRequested, customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { AddressChange } from './address-change.model.ts';
import { endCustomerSessions, linkInvalid, resolveCustomerSession } from './open-session.ts';

const LIFETIME_MS = 24 * 3_600_000;

/**
 * Has a link mailed to both addresses. Whether the new one has licenses already does not matter: those of the customer
 * are added to them.
 * @throws {DomainError} UNAUTHENTICATED if the session has ended meanwhile, VALIDATION_FAILED for the same address
 */
export async function requestAddressChange(
  identity: IdentityContext,
  customer: Customer,
  newEmail: string,
): Promise<void> {
  // A gateway may take an ended session for alive for some seconds.
  const { session } = await resolveCustomerSession(identity, customer.sessionId);
  if (!session) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  const { email } = session.actor;
  const [emailKey, newEmailKey] = [canonicalEmail(email), canonicalEmail(newEmail)];
  if (emailKey === newEmailKey) {
    throw new DomainError('VALIDATION_FAILED', 'This is your current address.', { field: 'newEmail' });
  }
  const { addressChanges, credentialSealer, relay } = identity;
  const changeId = randomUUID();
  const [token, newToken] = [createSecretToken(), createSecretToken()];
  const seal = (secret: string) =>
    credentialSealer.seal(secret, mailedTokenPlace('address-changes', changeId));
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  await addressChanges.create({
    _id: changeId,
    email,
    emailKey,
    newEmail,
    newEmailKey,
    tokenHash: hashSecretToken(token),
    newTokenHash: hashSecretToken(newToken),
    expiresAt,
    outbox: [
      outboxEntry(addressChangeRequested, `address-change:${changeId}`, {
        changeId,
        email,
        newEmail,
        sealedToken: seal(token),
        sealedNewToken: seal(newToken),
        expiresAt: expiresAt.toISOString(),
      }),
    ],
  });
  relay.flush(addressChanges);
}

/**
 * Confirms a change for one address. The second confirmation publishes it, once, and ends the sessions and links of the
 * previous address.
 * @throws {DomainError} LINK_INVALID
 */
export async function confirmAddressChange(
  identity: IdentityContext,
  token: string,
): Promise<{ isDone: boolean; newEmail: string }> {
  const { addressChanges, customerLinks, relay } = identity;
  const hash = hashSecretToken(token);
  const now = new Date();
  const isValid = { expiresAt: trusted({ $gt: now }) };
  const own = await addressChanges.updateOne(
    { tokenHash: hash, confirmedAt: null, ...isValid },
    { confirmedAt: now },
  );
  if (own.matchedCount === 0) {
    await addressChanges.updateOne(
      { newTokenHash: hash, newConfirmedAt: null, ...isValid },
      { newConfirmedAt: now },
    );
  }
  const change = await addressChanges
    .findOne({ $or: [{ tokenHash: hash }, { newTokenHash: hash }], ...isValid })
    .lean();
  if (!change) throw linkInvalid();
  const { newEmail, emailKey, confirmedAt, newConfirmedAt } = change;
  if (!confirmedAt || !newConfirmedAt) return { isDone: false, newEmail };
  // Both confirmations at once publish the same event id.
  await addressChanges.updateOne({ _id: change._id }, { $push: { outbox: changedEntry(change) } });
  relay.flush(addressChanges);
  await customerLinks.deleteMany({ emailKey });
  await endCustomerSessions(identity, { emailKey });
  return { isDone: true, newEmail };
}

function changedEntry({ _id, email, newEmail, confirmedAt, newConfirmedAt }: AddressChange) {
  const times = [confirmedAt, newConfirmedAt].map((at) => at?.getTime() ?? 0);
  return outboxEntry(customerAddressChanged, `address-changed:${_id}`, {
    changeId: _id,
    email,
    newEmail,
    changedAt: new Date(Math.max(...times)).toISOString(),
  });
}
