import { Username } from '@leadping/contracts/identity/session-routes';
import { z } from 'zod';
import { auditedWork, operatorCommand, OperatorName } from './operator-command.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { sessionModel } from '../sessions/session.model.ts';
import { userModel } from '../users/user.model.ts';

await operatorCommand({
  usage: 'npm run end-sessions -w svc-identity -- (--username NAME | --all yes) --by YOUR-NAME',
  parameters: z
    .object({
      username: Username.optional(),
      all: z.literal('yes').optional(),
      by: OperatorName,
    })
    .refine(({ username, all }) => (username === undefined) !== (all === undefined), {
      error: 'either --username NAME or --all yes',
    }),
  run: async ({ username, by }, database) => {
    const identity = { users: userModel(database), sessions: sessionModel(database) };
    const entry = {
      by,
      action: 'npm run end-sessions',
      summary: 'Ends every session of an account, or of all accounts',
      target: username ?? 'all accounts',
    };
    const ended = await auditedWork(database, entry, () => endAllSessions(identity, username ?? null));
    return `${ended} session${ended === 1 ? '' : 's'} of ${username ?? 'all accounts'} ended.`;
  },
});
