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
  /** Of a passkey. */
  name?: string;
  next: Pick<User, 'passkeys' | 'authenticator'>;
  /** Recovery codes are made anew although there are some. */
  renewsCodes?: boolean;
}

/**
 * Writes the second factors of an account as they are to be, and the notice to its owner with them. The first one brings
 * recovery codes, with the last one they go.
 * @param user as they were read: the write happens only if nothing was changed since.
 * @returns the new recovery codes, which nobody can read later; null where there are none.
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

/** Uses of a passkey or a code in between are no change of what there is; the end of all sessions, as by a reset of the password, is one. */
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

/** For the audit log. */
export const namesOf = ({ passkeys = [], authenticator }: User) => ({
  passkeys: passkeys.map(({ name }) => name).join(', '),
  authenticator: authenticator !== undefined,
});
