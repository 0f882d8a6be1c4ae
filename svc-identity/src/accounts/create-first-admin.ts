import { buildIndexes } from '@leadping/service-kit/data/database';
import { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { generatePassword } from '../passwords/temporary-password.ts';
import { insertUser } from '../users/insert-user.ts';
import { takenField } from '../users/user.model.ts';

/** The same for every instance: of many that start at once only one insert succeeds. */
const FIRST_ADMIN_ID = new Types.ObjectId('00000000000000000000ad01');

/** Never expires, because the password cannot be printed a second time. */
const NEVER = new Date('9999-12-31');

/** Creates the admin at the first start, and prints a generated password once. */
export async function createFirstAdmin({ users, passwords, config, log }: IdentityContext): Promise<void> {
  // The unique indexes decide between instances: they must be there first.
  await buildIndexes(users.db, log);
  if (await users.exists({ role: 'admin' })) return;
  const password = config.ADMIN_PASSWORD ?? generatePassword();
  try {
    const admin = {
      _id: FIRST_ADMIN_ID,
      username: config.ADMIN_USERNAME,
      email: config.ADMIN_EMAIL,
      role: 'admin' as const,
      passwordHash: await passwords.hash(password),
      // It was printed, so that others may have read it.
      ...(config.ADMIN_PASSWORD === undefined ? { temporaryPasswordUntil: NEVER } : {}),
    };
    await insertUser({ users }, admin, { isEmailVerified: true });
  } catch (error) {
    const existsByNow = takenField(error) === '_id' || (await users.exists({ _id: FIRST_ADMIN_ID }));
    if (existsByNow) return;
    throw error;
  }
  // Not a log line: logs are kept and shipped, this is for who starts the platform for the first time.
  if (config.ADMIN_PASSWORD === undefined) {
    process.stdout.write(`${config.ADMIN_USERNAME} / ${password} (first sign-in, printed once)\n`);
  }
}
