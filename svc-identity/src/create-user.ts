import { EmailAddress } from '@leadping/contracts/email-address';
import { Username } from '@leadping/contracts/identity/session-routes';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { z } from 'zod';
import { operatorCommand } from './operator-command.ts';
import { buildPasswordHasher } from './passwords/hasher.ts';
import { generatePassword, temporaryPasswordEnd } from './passwords/temporary-password.ts';
import { insertUser } from './users/insert-user.ts';
import { userModel } from './users/user.model.ts';

// The specification has no screen for staff: whoever runs the platform makes them here.
await operatorCommand({
  usage: 'npm run create-user -w svc-identity -- --username NAME --email ADDRESS --role support|admin',
  parameters: z.object({ username: Username, email: EmailAddress, role: z.enum(['support', 'admin']) }),
  run: async (parameters, database) => {
    const users = userModel(database);
    await users.init();
    const passwords = await buildPasswordHasher(buildMetrics('svc-identity'));
    const password = generatePassword();
    const user = {
      ...parameters,
      passwordHash: await passwords.hash(password),
      temporaryPasswordUntil: temporaryPasswordEnd(),
    };
    await insertUser({ users }, user, { isEmailVerified: true });
    return `User ${parameters.username} (${parameters.role}), temporary password: ${password}`;
  },
});
