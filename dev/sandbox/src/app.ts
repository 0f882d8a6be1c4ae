import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import { controlRoutes } from './control/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { hookRoutes } from './hooks/routes.ts';
import { payRoutes } from './pay/routes.ts';
import { postmarkApi, notFound } from './postmark/api.ts';
import { mailboxRoutes } from './postmark/mailbox-routes.ts';
import { pageRoutes } from './page/routes.ts';
import { BadCall } from './read-body.ts';
import type { Sandbox } from './sandbox.ts';
import { stripeApi } from './stripe/api.ts';
import { StripeError } from './stripe/errors.ts';
import { parseForm } from './stripe/form.ts';
import { newRequestId } from './stripe/route.ts';
import { healthRoutes } from './health-routes.ts';

export async function buildApp(sandbox: Sandbox): Promise<FastifyInstance> {
  const app = Fastify({
    genReqId: newRequestId,
    bodyLimit: 1_000_000,
    // An SSE stream or a hanging call must not delay the shutdown.
    forceCloseConnections: true,
    routerOptions: { querystringParser: parseForm, ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const { status, body } = renderProblem(request.url, error.statusCode ?? 400, error.message);
      void reply.status(status).send(body);
    },
  });
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    const message =
      status < 500 && error instanceof Error ? error.message : 'The sandbox has a fault of its own.';
    if (status >= 500) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    const problem = renderProblem(request.url, status, message);
    return reply.status(problem.status).send(problem.body);
  });
  app.setNotFoundHandler((request, reply) => {
    const isMail = /^\/(?:email|messages)\b/.test(request.url);
    const refusal = isMail ? notFound(request.method, request.url) : undefined;
    return reply
      .status(404)
      .send(refusal?.toBody() ?? { message: `There is no ${request.method} ${request.url}` });
  });

  await app.register(stripeApi(sandbox), { prefix: '/v1' });
  await app.register(postmarkApi(sandbox));
  await app.register(mailboxRoutes(sandbox));
  await app.register(hookRoutes(sandbox));
  await app.register(payRoutes(sandbox));
  await app.register(documentRoutes(sandbox));
  await app.register(controlRoutes(sandbox));
  await app.register(pageRoutes(sandbox));
  await app.register(healthRoutes(sandbox));
  return app;
}

const withStatus = z.object({ statusCode: z.int().min(400).max(599) });

function statusOf(error: unknown): number {
  if (error instanceof StripeError) return error.status;
  if (error instanceof BadCall) return error.statusCode;
  const given = withStatus.safeParse(error);
  return given.success ? given.data.statusCode : 500;
}

/** The error in the format of the API that the address belongs to. */
function renderProblem(url: string, status: number, message: string): { status: number; body: object } {
  if (url.startsWith('/v1/')) return { status, body: new StripeError(message, { status }).toBody() };
  if (/^\/(?:email|messages)\b/.test(url)) return { status, body: { ErrorCode: 402, Message: message } };
  return { status, body: { message } };
}
