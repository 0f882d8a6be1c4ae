import type { SIGN_IN_CHANGES } from '@leadping/contracts/identity/user-events';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { needsSecondFactor } from '../sign-in-policy/must-set-up.ts';
import { hasSecondFactor, takenField, type User } from '../users/user.model.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { signInChangedEntry } from './sign-in-changed.ts';

interface SecondFactorChange {
  change: (typeof SIGN_IN_CHANGES)[number];
  /** The passkey's name. */
  name?: string;
  next: Pick<User, 'passkeys' | 'authenticator'>;
  /** Replaces existing recovery codes by new ones. */
  renewsCodes?: boolean;
}

/**
 * Writes an account's new second factors, and in the same write the notice to its owner. The first factor brings
 * recovery codes, and removing the last one removes them.
 * @param user as read before: the write only happens if nothing was changed since
 * @returns the new recovery codes, which nobody can read later, or null
 * @throws {DomainError} CONFLICT, LAST_SECOND_FACTOR
 */
export async function changeSecondFactors(
  identity: IdentityContext,
  user: User,
  { change, name, next, renewsCodes = false }: SecondFactorChange,
): Promise<{ user: User; recoveryCodes: string[] | null }> {
  const after = { ...user, ...next };
  const hasOne = hasSecondFactor(after);
  if (!hasOne && (await needsSecondFactor(identity, user))) {
    throw new DomainError(
      'LAST_SECOND_FACTOR',
      user.role === 'admin'
        ? 'Admins need a second factor here. Add another one before you remove this one.'
        : 'Your account needs a second factor. Add another one before you remove this one.',
    );
  }
  const made = hasOne && (renewsCodes || !user.recoveryCodes) ? newRecoveryCodes(user._id) : null;
  const recoveryCodes = hasOne ? (made?.hashes ?? user.recoveryCodes) : undefined;
  const fields = {
    passkeys: after.passkeys?.length ? after.passkeys : undefined,
    authenticator: after.authenticator,
  };
  const entry = signInChangedEntry({ ...after, recoveryCodes }, change, name ?? null);
  const changed = await identity.users
    .findOneAndUpdate(
      asRead(user),
      { ...writeOf({ ...fields, recoveryCodes }), $push: { outbox: entry } },
      {
        returnDocument: 'after',
      },
    )
    .lean()
    .catch((cause: unknown) => {
      if (takenField(cause) !== 'passkeys.credentialId') throw cause;
      throw new DomainError('CONFLICT', 'This passkey belongs to an account already.', { cause });
    });
  if (!changed)
    throw new DomainError('CONFLICT', 'Your sign-in was changed in the meantime. Please try again.');
  identity.relay.flush(identity.users);
  recordChange({
    target: user._id.toHexString(),
    before: namesOf(user),
    after: { ...namesOf(changed), ...(renewsCodes ? { codes: 'renewed' } : {}) },
  });
  return { user: changed, recoveryCodes: made?.codes ?? null };
}

/**
 * The filter for an account whose second factors did not change since it was read. Using a passkey or a code is no
 * change, but ending all sessions is, for example by a password reset.
 */
export function asRead({ _id, sessionGeneration, passkeys, authenticator, recoveryCodes }: User) {
  return {
    _id,
    sessionGeneration,
    'passkeys.credentialId': passkeys
      ? trusted({ $all: passkeys.map(({ credentialId }) => credentialId) })
      : trusted({ $exists: false }),
    ...(passkeys ? { passkeys: trusted({ $size: passkeys.length }) } : {}),
    'authenticator.sealedSecret': authenticator?.sealedSecret ?? trusted({ $exists: false }),
    recoveryCodes: recoveryCodes ? trusted({ $size: recoveryCodes.length }) : trusted({ $exists: false }),
  };
}

function writeOf(fields: Pick<User, 'passkeys' | 'authenticator' | 'recoveryCodes'>) {
  const entries = Object.entries(fields);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    $unset: Object.fromEntries(entries.filter(([, value]) => value === undefined).map(([key]) => [key, 1])),
  };
}

/** Names of the second factors for the audit log. */
export const namesOf = ({ passkeys = [], authenticator }: User) => ({
  passkeys: passkeys.map(({ name }) => name).join(', '),
  authenticator: authenticator !== undefined,
});
