import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { acceptMail } from './accept-mail.ts';
import { badToken, invalidJson, PostmarkError, wrongJson } from './errors.ts';
import { findMessages, getMessageDetails } from './find-messages.ts';

const MEGABYTE = 1_000_000;
const HANGING_LOOK_MS = 20;
const MAX_IN_A_BATCH = 500;

/** The part of Postmark's API that sends mail and finds sent mail. */
export function postmarkApi(sandbox: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.setErrorHandler((error, _request, reply) => {
      const refusal = toPostmarkError(error);
      return reply.status(refusal.status).send(refusal.toBody());
    });

    app.post('/email', { bodyLimit: 10 * MEGABYTE }, async (request, reply) => {
      while (isHanging(sandbox, request.body)) {
        if (request.socket.destroyed) return reply.hijack();
        await pause(HANGING_LOOK_MS);
      }
      return sandbox.mailFaults.answer(reply, () => acceptMail(sandbox, readToken(request), request.body));
    });
    app.post('/email/batch', { bodyLimit: 50 * MEGABYTE }, (request, reply) =>
      sandbox.mailFaults.answer(reply, () => acceptBatch(sandbox, readToken(request), request.body)),
    );
    app.get<{ Querystring: Record<string, unknown> }>('/messages/outbound', (request, reply) =>
      sandbox.mailFaults.answer(reply, () => findMessages(sandbox.store, readToken(request), request.query)),
    );
    app.get<{ Params: { id: string } }>('/messages/outbound/:id/details', (request, reply) =>
      sandbox.mailFaults.answer(reply, () =>
        getMessageDetails(sandbox.store, readToken(request), request.params.id),
      ),
    );
  };
}

export const notFound = (method: string, url: string) =>
  new PostmarkError(404, `The requested resource does not exist: ${method} ${url.split('?')[0]}`, 404);

function isHanging({ mailRules }: Sandbox, body: unknown): boolean {
  const { success, data } = z.object({ To: z.string() }).safeParse(body);
  return success && mailRules.hanging.includes(data.To);
}

/** Each message of a batch gets its own result. */
function acceptBatch(sandbox: Sandbox, token: string, body: unknown): object[] {
  if (!Array.isArray(body)) throw wrongJson('a batch is a list of messages.');
  if (body.length > MAX_IN_A_BATCH)
    throw new PostmarkError(410, `A batch may have at most ${MAX_IN_A_BATCH} messages.`);
  return body.map((message: unknown) => {
    try {
      return acceptMail(sandbox, token, message);
    } catch (error) {
      if (error instanceof PostmarkError) return error.toBody();
      throw error;
    }
  });
}

function readToken({ headers }: FastifyRequest): string {
  const token = headers['x-postmark-server-token'];
  if (typeof token !== 'string' || token.trim() === '' || token.includes('invalid')) throw badToken();
  return token;
}

const clientFault = z.object({
  statusCode: z.int().min(400).max(499),
  code: z.string(),
  message: z.string(),
});

function toPostmarkError(error: unknown): PostmarkError {
  if (error instanceof PostmarkError) return error;
  const refused = clientFault.safeParse(error);
  if (!refused.success) return new PostmarkError(500, 'Internal server error', 500);
  const { statusCode, code, message } = refused.data;
  if (statusCode === 413) return new PostmarkError(413, 'The payload is too large.', 413);
  if (statusCode === 415) return wrongJson('the content type has to be application/json.');
  return code.startsWith('FST_ERR_CTP') || error instanceof SyntaxError ? invalidJson() : wrongJson(message);
}
