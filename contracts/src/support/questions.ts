import { z } from 'zod';
import { defineQuestion } from '../event.ts';

/** Whether mails can go out, for the admin's settings page. */
export const mailStatus = defineQuestion({
  answeredBy: 'svc-support',
  subject: 'ask.support.mail-status',
  question: z.object({}),
  answer: z.object({ postmarkConfigured: z.boolean() }),
});
