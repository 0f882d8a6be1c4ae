import { EmailAddress } from '@leadping/contracts/email-address';
import { Username } from '@leadping/contracts/identity/session-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { z } from 'zod';
import { auditedWork, operatorCommand, OperatorName } from './operator-command.ts';
import { buildPasswordHasher } from '../passwords/hasher.ts';
import { generatePassword, temporaryPasswordEnd } from '../passwords/temporary-password.ts';
import { insertUser } from '../users/insert-user.ts';
import { userModel } from '../users/user.model.ts';

// The specification has no screen for staff, so the operator creates them with this command.
await operatorCommand({
  usage:
    'npm run create-user -w svc-identity -- --username NAME --email ADDRESS --role support|admin --by YOUR-NAME',
  parameters: z.object({
    username: Username,
    email: EmailAddress,
    role: z.enum(['support', 'admin']),
    by: OperatorName,
  }),
  run: async ({ by, ...account }, database) => {
    const users = userModel(database);
    await users.init();
    const passwords = await buildPasswordHasher(buildMetrics('svc-identity'));
    const password = generatePassword();
    const user = {
      ...account,
      passwordHash: await passwords.hash(password),
      temporaryPasswordUntil: temporaryPasswordEnd(),
    };
    const entry = {
      by,
      action: 'npm run create-user',
      summary: 'Makes an account of the staff, with a temporary password',
      target: account.username,
    };
    await auditedWork(database, entry, async () => {
      const { _id } = await insertUser({ users }, user, { isEmailVerified: true });
      recordChange({ target: _id.toHexString(), after: account });
    });
    return `User ${account.username} (${account.role}), temporary password: ${password}`;
  },
});
