import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import { randomBytes } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { namesOf } from '../second-factors/change-second-factors.ts';
import { MAILED_LINKS, SECOND_FACTORS_OF_USER, type User } from '../users/user.model.ts';

type Staff = Pick<IdentityContext, 'users' | 'sessions'> & {
  passwords: Pick<IdentityContext['passwords'], 'hash'>;
};

/** All fields that can open a staff account besides the password. */
const WAYS_IN = { ...SECOND_FACTORS_OF_USER, ...MAILED_LINKS, temporaryPasswordUntil: 1 } as const;

/**
 * Takes the staff role from an account and removes everything that opened it, in one write. The account stays without a
 * role: its owner may open it by "Forgot password?" and an admin may erase it.
 * @throws {DomainError} NOT_FOUND; CONFLICT if the account is not staff, is the last admin, or was changed at the same
 * moment
 */
export async function endStaffAccount(identity: Staff, username: string): Promise<User> {
  const { users, sessions, passwords } = identity;
  const user = await users.findOne({ usernameKey: username.trim().toLowerCase() }).lean();
  if (!user) throw new DomainError('NOT_FOUND', `There is no account ${username}.`);
  const { _id, role } = user;
  if (role !== 'admin' && role !== 'support')
    throw new DomainError('CONFLICT', `${user.username} is no account of the staff.`);
  if (role === 'admin' && !(await hasAdminBeside(identity, _id))) throw lastAdmin(user);

  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const before = await users
    .findOneAndUpdate(
      { _id, role },
      { $set: { role: 'other', passwordHash }, $unset: WAYS_IN, $inc: { sessionGeneration: 1 } },
      { returnDocument: 'before' },
    )
    .lean();
  if (!before) throw new DomainError('CONFLICT', `${user.username} was changed meanwhile.`);
  // If two admins are ended at the same moment, each command saw the other admin.
  if (role === 'admin' && !(await hasAdminBeside(identity, _id))) {
    await giveBack(identity, before, passwordHash);
    throw lastAdmin(user);
  }
  await sessions.deleteMany({ userId: _id });
  recordChange({
    target: _id.toHexString(),
    before: { role, ...namesOf(before) },
    after: { role: 'other', password: 'replaced', passkeys: '', authenticator: false },
  });
  return before;
}

const hasAdminBeside = ({ users }: Staff, _id: User['_id']) =>
  users.exists({ role: 'admin', _id: trusted({ $ne: _id }) });

const lastAdmin = ({ username }: User) =>
  new DomainError('CONFLICT', `${username} is the last admin. Make another one first.`);

/** Restores the account and its sessions, unless somebody has opened it since. */
async function giveBack({ users }: Staff, before: User, passwordHash: string): Promise<void> {
  const taken = Object.keys(WAYS_IN) as (keyof typeof WAYS_IN)[];
  const kept = taken.filter((field) => before[field] !== undefined).map((field) => [field, before[field]]);
  await users.updateOne(
    { _id: before._id, passwordHash },
    {
      $set: { role: before.role, passwordHash: before.passwordHash, ...Object.fromEntries(kept) },
      $inc: { sessionGeneration: -1 },
    },
  );
}
