import { Username } from '@leadping/contracts/identity/session-routes';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { z } from 'zod';
import { endStaffAccount } from '../accounts/end-staff-account.ts';
import { auditedWork, operatorCommand, OperatorName } from './operator-command.ts';
import { buildPasswordHasher } from '../passwords/hasher.ts';
import { sessionModel } from '../sessions/session.model.ts';
import { userModel } from '../users/user.model.ts';

await operatorCommand({
  usage: 'npm run end-staff-account -w svc-identity -- --username NAME --by YOUR-NAME',
  parameters: z.object({ username: Username, by: OperatorName }),
  run: async ({ username, by }, database) => {
    const passwords = await buildPasswordHasher(buildMetrics('svc-identity'));
    const identity = { users: userModel(database), sessions: sessionModel(database), passwords };
    const entry = {
      by,
      action: 'npm run end-staff-account',
      summary: 'Takes the role from an account of the staff, with all that opened it',
      target: username,
    };
    const user = await auditedWork(database, entry, () => endStaffAccount(identity, username));
    return `${user.username} is no ${user.role} any more; the password, second factors and all sessions ended.`;
  },
});
