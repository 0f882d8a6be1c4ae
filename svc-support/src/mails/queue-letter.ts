import type { Letter } from '../letters/letter.ts';
import { renderLetter } from '../letters/render-letter.ts';
import type { MailContext } from './context.ts';
import type { Mailer } from './mailer.ts';
import { queueMail, type MailOrder } from './queue-mail.ts';

/** Renders a letter and has it sent, once for each effect. */
export type QueueLetter = (letter: Letter, order: Omit<MailOrder, 'content'>) => Promise<void>;

export function letterQueue(context: MailContext, mailer: Mailer): QueueLetter {
  return async (letter, order) => {
    await queueMail(context, { ...order, content: renderLetter(letter) });
    mailer.wake();
  };
}
