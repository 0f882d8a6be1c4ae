import type { Route } from '@leadping/contracts/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { apiSecurityHeaders } from '../http/security-headers.ts';
import type { Priority } from '../guards/overload.ts';
import type { Balancer } from './balancer.ts';
import { endOfTurn } from './end-of-turn.ts';
import { isLostConnection, isNotSent, isSilent, overloaded, upstreamFailure } from './failures.ts';
import { returnedHeaders } from './headers.ts';
import { CLOSING_HEADER } from '@leadping/service-kit/http/app';
import { isRepeatable } from '@leadping/service-kit/http/late-reply';
import { LATE_HEADER } from '@leadping/service-kit/process/lateness';
import { recordLastReply, recordReply, type Instance } from './instance.ts';
import type { Lane } from './lane.ts';

/** A service that lets so many calls wait is better spared the next one: it would be replied to when nobody waits for it any more. */
const MAX_WAITING: Record<Priority, number> = { last: 32, usual: 128, first: 1000 };
const MAX_WAIT_MS = 5000;
const MAX_RETRIES = 1;
/**
 * For the client to take what was written to it, some 64 kB: no page works on a slower line. Meanwhile its reply holds a connection to
 * the service that others wait for.
 */
const MAX_DRAIN_MS = 10_000;
const SMALL_BYTES = 16 * 1024;

export interface Forwarded {
  balancer: Balancer;
  contract: Route;
  headers: Record<string, string | string[]>;
  body: Dispatcher.DispatchOptions['body'];
  isProduction: boolean;
  /** Called with how long the service took for the head of its reply, the wait for its turn with it. */
  onReply: (ms: number) => void;
}

/**
 * Sends the request to its service and the reply back as it comes. The reply leaves Fastify's hands with the first byte
 * from the service; until then a failure still becomes an error reply of the usual shape.
 */
export function forward(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded): void {
  new UpstreamRequest(request, reply, forwarded).start();
}

const isFault = (error: Error) => isNotSent(error) || isLostConnection(error) || isSilent(error);

class UpstreamRequest implements Dispatcher.DispatchHandler {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #forwarded: Forwarded;
  readonly #since = performance.now();
  #controller: Dispatcher.DispatchController | undefined;
  #isReplying = false;
  #isOver = false;
  #instance: Instance | undefined;
  #lane: Lane | undefined;
  #attempts = 0;
  /** It has no connection yet. */
  #isWaiting = false;
  /** Where its turn has not come yet. */
  #queueTimer: NodeJS.Timeout | undefined;
  /** Where the client has to take what was written before more is read for it. */
  #drainTimer: NodeJS.Timeout | undefined;
  #length: string | undefined;
  #whole: Buffer | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, forwarded: Forwarded) {
    this.#request = request;
    this.#reply = reply;
    this.#forwarded = forwarded;
  }

  start(): void {
    // Its client left while the session was looked up or the body was read: no end follows that would abort the call.
    if (this.#reply.raw.destroyed) return;
    this.#reply.raw.on('close', () => {
      clearTimeout(this.#drainTimer);
      this.#abandon('The client went away');
    });
    const { balancer } = this.#forwarded;
    balancer.retries.save();
    this.#dispatch(balancer.pick());
  }

  /** Nobody waits for the reply any more. */
  #abandon(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#leaveQueue()) this.#controller?.abort(new Error(reason));
  }

  #dispatch(instance: Instance): void {
    const { priority = 'usual' } = this.#forwarded.contract;
    const lane = instance.lanes[priority === 'first' ? 'first' : 'others'];
    if (lane.waiting >= MAX_WAITING[priority] * lane.share()) return this.#fail(overloaded());
    this.#controller = undefined;
    this.#instance = instance;
    this.#lane = lane;
    this.#attempts += 1;
    this.#isWaiting = true;
    lane.waiting += 1;
    instance.active += 1;
    if (lane.enter(this.#begin)) return;
    // In the pool it waits for a new connection alone, which has a time-out of its own.
    this.#queueTimer = setTimeout(() => {
      this.#leaveQueue();
      this.#fail(overloaded());
    }, MAX_WAIT_MS);
  }

  readonly #begin = (): void => {
    clearTimeout(this.#queueTimer);
    const { contract, headers, body } = this.#forwarded;
    const options: Dispatcher.DispatchOptions = {
      method: this.#request.method as Dispatcher.HttpMethod,
      path: this.#request.raw.url ?? '/',
      headers,
      body: body ?? null,
    };
    if (contract.timeoutSeconds !== undefined) options.headersTimeout = contract.timeoutSeconds * 1000;
    this.#lane?.pool.dispatch(options, this);
  };

  /** @returns whether its turn had not come yet; then the pool never gets it. */
  #leaveQueue(): boolean {
    if (!this.#lane?.giveUp(this.#begin)) return false;
    clearTimeout(this.#queueTimer);
    this.#stopWaiting();
    if (this.#instance) this.#instance.active -= 1;
    this.#instance = undefined;
    return true;
  }

  #stopWaiting(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    if (this.#lane) this.#lane.waiting -= 1;
  }

  /** The pool is done with the request, well or not; it says so once for each dispatch. */
  #leave(): Instance | undefined {
    const instance = this.#instance;
    this.#instance = undefined;
    if (!instance) return undefined;
    instance.active -= 1;
    this.#lane?.leave();
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
    if (this.#isOver) controller.abort(new Error('The client went away'));
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
    this.#length = typeof headers['content-length'] === 'string' ? headers['content-length'] : undefined;
    list.push('x-request-id', this.#request.id);
    for (const [name, value] of apiSecurityHeaders(this.#forwarded.isProduction)) {
      if (!returned.has(name)) list.push(name, value);
    }
    this.#reply.raw.writeHead(status, list);
  }

  #record(instance: Instance, headers: Parameters<typeof returnedHeaders>[0]): void {
    recordReply(instance);
    this.#forwarded.onReply(performance.now() - this.#since);
    instance.lanes.others.adjust(headers[LATE_HEADER] !== undefined);
    const isClosing = headers[CLOSING_HEADER] !== undefined;
    // Before the next probe says so, another call may come too late.
    if (isClosing && this.#forwarded.balancer.hasOther(instance)) recordLastReply(instance);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    const isWhole = chunk.byteLength <= SMALL_BYTES && this.#length === String(chunk.byteLength);
    if (isWhole) {
      this.#whole = chunk;
      return;
    }
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
    endOfTurn(this.#finish);
  }

  readonly #finish = (): void => {
    const { raw } = this.#reply;
    if (this.#whole) writeWhole(raw, this.#whole);
    raw.end();
  };

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

  /** What a second time would change is made again only where the first attempt cannot have arrived. */
  #mayRetry(instance: Instance, error: Error): boolean {
    if (this.#attempts > MAX_RETRIES) return false;
    const { balancer, body } = this.#forwarded;
    if (body instanceof Readable) return false;
    if (isNotSent(error)) return balancer.instances.length > 1;
    if (!this.#isRepeatable()) return false;
    return isLostConnection(error) || (isSilent(error) && balancer.hasOther(instance));
  }
}

/**
 * Head and body in one piece: as Latin-1 text, which is byte for byte the same, Node.js puts both into one string, and the
 * socket gets it at once. `end(body)` would add an empty piece for its callback, and two pieces cost half as much again.
 */
function writeWhole(reply: ServerResponse, body: Buffer): void {
  const { socket } = reply;
  socket?.cork();
  reply.write(body.toString('latin1'), 'latin1');
  socket?.uncork();
}
