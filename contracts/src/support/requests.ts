import { z } from 'zod';
import { defineRequest } from '../event.ts';

/** Whether mails can go out, for the admin's settings page. */
export const mailStatus = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.mail-status',
  request: z.object({}),
  reply: z.object({ postmarkConfigured: z.boolean() }),
});
