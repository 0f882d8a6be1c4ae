import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BadCall, readBody } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Mail } from './mail.ts';

const filter = z.object({
  to: z.string().optional(),
  subject: z.string().optional(),
  tag: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
});

/** The mails as JSON, for tests and people. */
export function mailboxRoutes({ store }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/mailbox', async (request) => {
      const { to, subject, tag, limit } = readBody(filter, request.query);
      return store.mails
        .newestFirst()
        .filter((mail) => to === undefined || isFor(mail, to))
        .filter((mail) => subject === undefined || mail.subject.includes(subject))
        .filter((mail) => tag === undefined || mail.tag === tag)
        .slice(0, limit)
        .map(renderMail);
    });
    app.get<{ Params: { id: string } }>('/mailbox/:id', async (request) => {
      const mail = store.mails.find(request.params.id);
      if (mail === undefined) throw new BadCall(`There is no mail ${request.params.id}`, 404);
      return renderMail(mail);
    });
    app.delete('/mailbox', async (_request, reply) => {
      store.mails.clear();
      return reply.status(204).send();
    });
  };
}

function isFor({ to, cc, bcc }: Mail, address: string): boolean {
  return [...to, ...cc, ...bcc].some(({ Email }) => Email.toLowerCase() === address.toLowerCase());
}

function renderMail({ token: _token, searchableAt: _searchableAt, ...mail }: Mail) {
  const emails = (recipients: Mail['to']) => recipients.map(({ Email }) => Email);
  return { ...mail, to: emails(mail.to), cc: emails(mail.cc), bcc: emails(mail.bcc) };
}
