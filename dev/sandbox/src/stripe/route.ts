import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newId } from '../ids.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from './accounts/account.ts';
import { checkPermission } from './accounts/permissions.ts';
import { API_VERSION } from './api-version.ts';
import { StripeError } from './errors.ts';
import type { EventCause } from './events/record-event.ts';
import { expand } from './expand.ts';
import type { Form } from './form.ts';
import { findSavedReply, holdKey, saveReply, type IdempotentCall } from './idempotency.ts';
import type { Scope } from './objects/types.ts';
import { readParams } from './params.ts';

export interface StripeCall<Params> {
  scope: Scope;
  params: Params;
  /** The `:id` of the path. Empty if the path has none. */
  id: string;
  cause: NonNullable<EventCause>;
}

interface StripeRoute<Schema extends z.ZodType<{ expand?: string[] | undefined }>> {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  params: Schema;
  /** Must be synchronous, so that concurrent calls never see an unfinished one. */
  run: (call: StripeCall<z.output<Schema>>) => object;
}

/** Registers one call of Stripe's API with the common behavior. */
export function stripeRoute<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  app: FastifyInstance,
  sandbox: Sandbox,
  route: StripeRoute<Schema>,
): void {
  app.route<{ Params: { id?: string } }>({
    method: route.method,
    url: route.url,
    handler: async (request, reply) => {
      const { key, ...scope } = authenticate(sandbox.store, request.headers.authorization);
      checkPermission({ key, account: scope.account }, route);
      const isPost = request.method === 'POST';
      const form = ((isPost ? request.body : request.query) ?? {}) as Form;
      const idempotent = idempotentCall(request, scope, form);
      const run = () => answer(sandbox, route, { request, reply, scope, form, idempotent });
      return holdKey(sandbox.idempotencyKeysInUse, idempotent, () =>
        sandbox.stripeFaults.answer(reply, run, key),
      );
    },
  });
}

interface Incoming {
  request: FastifyRequest<{ Params: { id?: string } }>;
  reply: FastifyReply;
  scope: Scope;
  form: Form;
  idempotent: IdempotentCall | undefined;
}

function idempotentCall(
  { headers, method, url }: FastifyRequest,
  scope: Scope,
  params: Form,
): IdempotentCall | undefined {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || typeof key !== 'string' || key === '') return undefined;
  return { scope, key, method, path: url.split('?')[0] ?? '', params };
}

function answer<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  sandbox: Sandbox,
  route: StripeRoute<Schema>,
  { request, reply, scope, form, idempotent }: Incoming,
): object {
  if (idempotent !== undefined) {
    void reply.header('idempotency-key', idempotent.key);
    const saved = findSavedReply(sandbox.store, idempotent);
    if (saved !== undefined) {
      void reply.header('idempotent-replayed', 'true').status(saved.status);
      return saved.body as object;
    }
  }
  const params = readParams(route.params, form);
  const cause = { id: request.id, idempotency_key: idempotent?.key ?? null };
  try {
    const result = route.run({ scope, params, id: request.params.id ?? '', cause });
    const body = expand(sandbox.store, result, params.expand ?? []);
    if (idempotent !== undefined) saveReply(sandbox.store, idempotent, 200, body);
    return body;
  } catch (error) {
    if (idempotent !== undefined && error instanceof StripeError)
      saveReply(sandbox.store, idempotent, error.status, error.toBody());
    throw error;
  }
}

export function addStripeHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const version = request.headers['stripe-version'];
  void reply.headers({
    'request-id': request.id,
    'stripe-version': typeof version === 'string' ? version : API_VERSION,
  });
}

export const newRequestId = () => newId('req', 14);
