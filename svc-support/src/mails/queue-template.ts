import type { EmailTemplate } from '../email-templates/email-template.ts';
import { renderEmailTemplate } from '../email-templates/render-template.ts';
import type { MailContext } from './context.ts';
import type { Mailer } from './mailer.ts';
import { queueMail, type MailOrder } from './queue-mail.ts';

/** Renders a template and has it sent, once for each effect. */
export type QueueEmailTemplate = (
  template: EmailTemplate,
  order: Omit<MailOrder, 'content'>,
) => Promise<void>;

export function templateQueue(context: MailContext, mailer: Mailer): QueueEmailTemplate {
  return async (template, order) => {
    await queueMail(context, { ...order, content: renderEmailTemplate(template) });
    mailer.wake();
  };
}
