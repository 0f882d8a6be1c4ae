import type { Route } from '@leadping/contracts/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { apiSecurityHeaders } from '../http/security-headers.ts';
import type { Balancer } from './balancer.ts';
import { isLostConnection, isNotSent, isSilent, overloaded, upstreamFailure } from './failures.ts';
import { returnedHeaders } from './headers.ts';
import { CLOSING_HEADER } from '@leadping/service-kit/http/app';
import { isRepeatable } from '@leadping/service-kit/http/late-reply';
import { recordLastReply, recordReply, type Instance } from './instance.ts';
import type { Lane } from './lane.ts';

const MAX_WAIT_MS = 5000;
const MAX_RETRIES = 1;
/**
 * Maximum time for the client to read buffered data (about 64 kB), in ms. A slow client occupies a connection to the
 * service that other calls wait for.
 */
const MAX_DRAIN_MS = 10_000;

export interface Forwarded {
  balancer: Balancer;
  contract: Route;
  headers: Record<string, string | string[]>;
  body: Dispatcher.DispatchOptions['body'];
  isProduction: boolean;
}

/**
 * Sends the request to its service and streams the reply back. Fastify no longer controls the reply after the first
 * byte from the service. Before that, a failure becomes a usual error reply.
 */
export function forward(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded): void {
  new UpstreamRequest(request, reply, forwarded).start();
}

const isFault = (error: Error) => isNotSent(error) || isLostConnection(error) || isSilent(error);

class UpstreamRequest implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #forwarded: Forwarded;
  #controller: Dispatcher.DispatchController | undefined;
  #isReplying = false;
  #isOver = false;
  #instance: Instance | undefined;
  #lane: Lane | undefined;
  #attempts = 0;
  /** Whether the request waits for a connection. */
  #isWaiting = false;
  /** Limits the wait for a connection. */
  #queueTimer: NodeJS.Timeout | undefined;
  /** Limits the wait for the client to read buffered data. */
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded) {
    this.#request = request;
    this.#reply = reply;
    this.#forwarded = forwarded;
  }

  start(): void {
    // The client disconnected while the session or the body was read. No later event would abort the call.
    if (this.#reply.raw.destroyed) return;
    this.#reply.raw.on('close', () => {
      clearTimeout(this.#drainTimer);
      this.#abandon('The client went away');
    });
    const { balancer } = this.#forwarded;
    balancer.retries.save();
    this.#dispatch(balancer.pick());
  }

  /** Aborts the call after the client has disconnected. */
  #abandon(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new Error(reason));
  }

  #dispatch(instance: Instance): void {
    const { contract, headers, body } = this.#forwarded;
    const lane = instance.lanes[contract.priority === 'first' ? 'first' : 'others'];
    if (lane.waiting >= lane.maxWaiting) return this.#fail(overloaded());
    this.#controller = undefined;
    this.#instance = instance;
    this.#lane = lane;
    this.#attempts += 1;
    this.#isWaiting = true;
    lane.waiting += 1;
    instance.active += 1;
    // The pool does not limit this wait. It drops the call when its turn comes.
    this.#queueTimer = setTimeout(() => this.#fail(overloaded()), MAX_WAIT_MS);
    const options: Dispatcher.DispatchOptions = {
      method: this.#request.method as Dispatcher.HttpMethod,
      path: this.#request.raw.url ?? '/',
      headers,
      body: body ?? null,
    };
    if (contract.timeoutSeconds !== undefined) options.headersTimeout = contract.timeoutSeconds * 1000;
    lane.pool.dispatch(options, this);
  }

  #stopWaiting(): void {
    clearTimeout(this.#queueTimer);
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    if (this.#lane) this.#lane.waiting -= 1;
  }

  /** Releases the instance. The pool reports the end of a request once per dispatch. */
  #leave(): Instance | undefined {
    const instance = this.#instance;
    this.#instance = undefined;
    if (instance) instance.active -= 1;
    return instance;
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { body } = this.#forwarded;
    if (body instanceof Readable) body.destroy();
    this.#reply.send(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#stopWaiting();
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('Nobody waits for the reply'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof returnedHeaders>[0],
  ): void {
    const isInterim = status < 200;
    if (isInterim || this.#isOver) return;
    this.#isReplying = true;
    if (this.#instance) this.#record(this.#instance, headers);
    this.#reply.hijack();
    const returned = returnedHeaders(headers, { withCookies: this.#forwarded.contract.setsCookies === true });
    const { list } = returned;
    list.push('x-request-id', this.#request.id);
    for (const [name, value] of apiSecurityHeaders(this.#forwarded.isProduction)) {
      if (!returned.has(name)) list.push(name, value);
    }
    this.#reply.raw.writeHead(status, list);
  }

  #record(instance: Instance, headers: Parameters<typeof returnedHeaders>[0]): void {
    recordReply(instance);
    const isClosing = headers[CLOSING_HEADER] !== undefined;
    // Another call could be sent there before the next probe.
    if (isClosing && this.#forwarded.balancer.hasOther(instance)) recordLastReply(instance);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#reply.raw.write(chunk)) return;
    controller.pause();
    this.#drainTimer = setTimeout(this.#cutOff, MAX_DRAIN_MS);
    this.#reply.raw.once('drain', () => {
      clearTimeout(this.#drainTimer);
      controller.resume();
    });
  }

  readonly #cutOff = (): void => {
    this.#abandon('The client does not read');
    this.#reply.raw.destroy();
  };

  onResponseEnd(): void {
    this.#leave();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reply.raw.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopWaiting();
    const instance = this.#leave();
    if (this.#isOver) return;
    if (this.#isReplying) {
      this.#isOver = true;
      this.#request.log.warn({ err: error, requestId: this.#request.id }, 'reply cut short');
      this.#reply.raw.destroy();
      return;
    }
    const { balancer } = this.#forwarded;
    if (instance && isFault(error)) balancer.fail(instance);
    if (instance && this.#mayRetry(instance, error) && balancer.retries.spend()) {
      this.#dispatch(balancer.pick(instance));
      return;
    }
    this.#fail(upstreamFailure(error, this.#isRepeatable()));
  }

  #isRepeatable(): boolean {
    return isRepeatable(this.#forwarded.contract, this.#request.headers);
  }

  /** A call that is not idempotent is retried only if the service cannot have received the first attempt. */
  #mayRetry(instance: Instance, error: Error): boolean {
    if (this.#attempts > MAX_RETRIES) return false;
    const { balancer, body } = this.#forwarded;
    if (body instanceof Readable) return false;
    if (isNotSent(error)) return balancer.instances.length > 1;
    if (!this.#isRepeatable()) return false;
    return isLostConnection(error) || (isSilent(error) && balancer.hasOther(instance));
  }
}
