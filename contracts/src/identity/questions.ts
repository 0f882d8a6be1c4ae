import { z } from 'zod';
import { Actor } from '../actor.ts';
import { defineQuestion } from '../event.ts';

/** The gateway turns a session cookie into a person. `sessionId` names the session in `identity.session.ended`. */
export const resolveSession = defineQuestion({
  answeredBy: 'svc-identity',
  subject: 'ask.identity.resolve-session',
  question: z.object({ token: z.string().max(200) }),
  answer: z.object({ session: z.object({ sessionId: z.string(), actor: Actor }).nullable() }),
});
