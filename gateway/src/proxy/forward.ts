import type { Route } from '@leadping/contracts/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher, Pool } from 'undici';
import { apiSecurityHeaders } from '../pages/security-headers.ts';
import { isLostConnection, upstreamFailure } from './failures.ts';
import { returnedHeaders } from './headers.ts';

export interface Forwarded {
  pool: Pool;
  contract: Route;
  headers: Record<string, string | string[]>;
  body: Dispatcher.DispatchOptions['body'];
  isProduction: boolean;
}

/** Only identity speaks with the browser through cookies. */
export const hasCookies = (contract: Route) => contract.service === 'svc-identity';

/**
 * Sends the request to its service and the reply back as it comes. The reply leaves Fastify's hands with the first byte
 * from the service; until then a failure still becomes an error reply of the usual shape.
 */
export function forward(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded): void {
  new Exchange(request, reply, forwarded).start();
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #forwarded: Forwarded;
  #controller: Dispatcher.DispatchController | undefined;
  #isAnswering = false;
  #isOver = false;
  #retriesLeft: number;

  constructor(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded) {
    this.#request = request;
    this.#reply = reply;
    this.#forwarded = forwarded;
    this.#retriesLeft = request.method === 'GET' || request.method === 'HEAD' ? 1 : 0;
  }

  start(): void {
    this.#reply.raw.once('close', () => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#controller?.abort(new Error('The client went away'));
    });
    this.#dispatch();
  }

  #dispatch(): void {
    const { pool, contract, headers, body } = this.#forwarded;
    const options: Dispatcher.DispatchOptions = {
      method: this.#request.method as Dispatcher.HttpMethod,
      path: this.#request.raw.url ?? '/',
      headers,
      body: body ?? null,
    };
    if (contract.timeoutSeconds !== undefined) options.headersTimeout = contract.timeoutSeconds * 1000;
    pool.dispatch(options, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('The client went away'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof returnedHeaders>[0],
  ): void {
    const isInterim = status < 200;
    if (isInterim || this.#isOver) return;
    this.#isAnswering = true;
    this.#reply.hijack();
    const returned = returnedHeaders(headers, { withCookies: hasCookies(this.#forwarded.contract) });
    const { list } = returned;
    list.push('x-request-id', this.#request.id);
    for (const [name, value] of apiSecurityHeaders(this.#forwarded.isProduction)) {
      if (!returned.has(name)) list.push(name, value);
    }
    this.#reply.raw.writeHead(status, list);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#reply.raw.write(chunk)) return;
    controller.pause();
    this.#reply.raw.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reply.raw.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    if (this.#isAnswering) {
      this.#isOver = true;
      this.#request.log.warn({ err: error, requestId: this.#request.id }, 'reply cut short');
      this.#reply.raw.destroy();
      return;
    }
    if (this.#retriesLeft > 0 && isLostConnection(error)) {
      this.#retriesLeft -= 1;
      this.#dispatch();
      return;
    }
    this.#isOver = true;
    this.#reply.send(upstreamFailure(error));
  }
}
