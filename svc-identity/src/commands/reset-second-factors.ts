import { Username } from '@leadping/contracts/identity/session-routes';
import { z } from 'zod';
import { auditedWork, operatorCommand, OperatorName } from './operator-command.ts';
import { resetSecondFactors } from '../second-factors/reset-second-factors.ts';
import { sessionModel } from '../sessions/session.model.ts';
import { userModel } from '../users/user.model.ts';

// The only admin may be the one who lost them, so there is no screen for it.
await operatorCommand({
  usage: 'npm run reset-second-factors -w svc-identity -- --username NAME --by YOUR-NAME',
  parameters: z.object({ username: Username, by: OperatorName }),
  run: async ({ username, by }, database) => {
    const identity = { users: userModel(database), sessions: sessionModel(database) };
    const entry = {
      by,
      action: 'npm run reset-second-factors',
      summary: 'Takes every second factor from an account and ends its sessions',
      target: username,
    };
    const user = await auditedWork(database, entry, () => resetSecondFactors(identity, username));
    return `${user.username} has no second factor any more; all sessions ended, a notice goes to ${user.email}.`;
  },
});
