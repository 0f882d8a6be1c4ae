import { createHash, randomInt } from 'node:crypto';
import type { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';
import { signInChangedEntry } from './sign-in-changed.ts';

const COUNT = 10;
/** Crockford's alphabet, without characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 7;
const GROUP_LENGTH = 4;

/** Creates ten codes of 140 random bits, which only their owner sees, and their hashes. */
export function newRecoveryCodes(userId: Types.ObjectId): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: COUNT }, newCode);
  return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** A plain hash is enough for 140 random bits (ASVS 5, 6.5.2 demands 112). It includes the account, so that a table of hashes cannot be used for several accounts. */
function hashOf(userId: Types.ObjectId, code: string): string {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(`${userId.toHexString()} ${plain}`).digest('base64url');
}

/** Uses up a code and mails its owner. Only one of parallel uses succeeds. The lookup is by hash, so its duration reveals nothing. */
export async function useRecoveryCode(identity: IdentityContext, user: User, code: string): Promise<boolean> {
  const hash = hashOf(user._id, code);
  const left = (user.recoveryCodes ?? []).filter((each) => each !== hash);
  const { modifiedCount } = await identity.users.updateOne(
    { _id: user._id, recoveryCodes: hash },
    {
      $pull: { recoveryCodes: hash },
      $push: { outbox: signInChangedEntry({ ...user, recoveryCodes: left }, 'recovery-code-used') },
    },
  );
  if (modifiedCount > 0) identity.relay.flush(identity.users);
  return modifiedCount > 0;
}
