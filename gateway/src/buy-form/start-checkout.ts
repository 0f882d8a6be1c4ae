import {
  createMainCheckout,
  createResellerProductCheckout,
} from '@leadping/contracts/commerce/checkout-routes';
import { ErrorBody } from '@leadping/contracts/errors';
import { type BuyForm, buyByForm } from '@leadping/contracts/gateway/buy-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { TRACE_HEADER } from '@leadping/service-kit/telemetry/trace-context';
import type { FastifyRequest } from 'fastify';
import { upstreamFailure } from '../proxy/failures.ts';
import { request as callUpstream } from '../proxy/undici.ts';
import type { Upstreams } from '../proxy/upstreams.ts';

const Started = createMainCheckout.replies[200];
const TIMEOUT_MS = (buyByForm.timeoutSeconds ?? 0) * 1000;

/**
 * Starts the checkout of a form by the call that the page's scripts would make.
 * @param sale `origin` is the one of the page with the form
 * @returns the address of the payment page
 * @throws {DomainError} the service's error, or UNAVAILABLE, UPSTREAM_FAILED or UPSTREAM_TIMEOUT
 */
export async function startCheckout(
  upstreams: Upstreams,
  request: FastifyRequest,
  { seller, code, deliveryConsent, origin }: BuyForm & { origin: string },
): Promise<string> {
  const route = seller === undefined ? createMainCheckout : createResellerProductCheckout;
  const cancelPath = seller === undefined ? '/' : `/r/${encodeURIComponent(seller)}`;
  const { pool } = upstreams.balancerOf('svc-commerce').pick().lanes.first;
  const { statusCode, text } = await callUpstream(pool, {
    method: 'POST',
    path: route.path,
    headers: {
      'content-type': 'application/json',
      'x-request-id': request.id,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-forwarded-host': request.host,
      [TRACE_HEADER]: String(request.headers[TRACE_HEADER]),
    },
    body: JSON.stringify({
      ...(seller === undefined ? {} : { resellerId: seller }),
      successUrl: `${origin}/success`,
      cancelUrl: `${origin}${cancelPath}`,
      code,
      deliveryConsent,
    }),
    headersTimeout: TIMEOUT_MS,
  })
    .then(async (reply) => ({ statusCode: reply.statusCode, text: await reply.body.text() }))
    .catch((error: unknown) => {
      throw upstreamFailure(error as Error, false);
    });
  const reply = parseJson(text);
  const started = Started.safeParse(reply);
  if (statusCode === 200 && started.success) return started.data.url;
  const failure = ErrorBody.safeParse(reply);
  if (failure.success) throw new DomainError(failure.data.code, failure.data.message);
  throw new DomainError('UPSTREAM_FAILED', 'This part of the platform did not respond properly.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
