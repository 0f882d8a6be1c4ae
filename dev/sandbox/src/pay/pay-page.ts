import type { FastifyReply } from 'fastify';
import { html } from '../page/html.ts';
import type { OwnedSession } from '../stripe/objects/types.ts';

export function payPage(reply: FastifyReply, { object }: OwnedSession, problem?: string) {
  return reply.type('text/html').send(
    html`<!doctype html><title>Pay</title>
      <p>${problem}</p>
      <form method="post">
        <input name="email" type="email" value="${object.customer_email}" /><button
          name="outcome"
          value="paid"
        >
          Pay
        </button>
      </form>`.markup,
  );
}
