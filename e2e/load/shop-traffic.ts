import { Agent, request } from 'undici';

const MAX_EXAMPLES = 20;

/** The outcome of a request as its client sees it. */
export type Ending = 'ok' | 'busy' | 'limited' | 'cut' | 'wrong';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  /** The client address that the balancer in front reports. */
  from?: string;
}

export interface Reply {
  ending: Ending;
  status: number;
  text: string;
  ms: number;
}

/**
 * Sends requests and counts their outcomes. `busy`: a 503 in our error format with a retry time. `limited`: such a
 * 429. `cut`: a broken connection. `wrong`: any other status outside 2xx.
 */
export class ShopTraffic {
  readonly endings: Record<Ending, number> = { ok: 0, busy: 0, limited: 0, cut: 0, wrong: 0 };
  /** Examples of outcomes that visitors should never see, for the report. */
  readonly examples: string[] = [];
  readonly latencies = new Map<string, number[]>();
  readonly #bases: readonly string[];
  readonly #agent: Agent;

  /**
   * @param bases one address, or the addresses of several gateways that share the load
   * @param connections null for no limit, so that requests never wait for each other
   */
  constructor(bases: string | readonly string[], connections: number | null = 100) {
    this.#bases = [bases].flat();
    // Shorter than the drain time of a closing process, so that idle connections end at this side first.
    this.#agent = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000, connections });
  }

  async send({ path, method = 'GET', body, headers = {}, from }: Call): Promise<Reply> {
    const since = performance.now();
    // Random, because in turns each of four alternating calls would always reach the same gateway.
    const base = this.#bases[Math.floor(Math.random() * this.#bases.length)] ?? '';
    const reply = await request(base + path, {
      dispatcher: this.#agent,
      method,
      headers: {
        ...(from ? { 'x-forwarded-for': from } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
    }).then(
      async ({ statusCode, headers: given, body: content }) => ({
        status: statusCode,
        retryAfter: given['retry-after'],
        text: await content.text().catch(() => ''),
      }),
      (error: Error) => ({ status: 0, retryAfter: undefined, text: error.message }),
    );
    const ms = performance.now() - since;
    const ending = endingOf(reply);
    this.endings[ending] += 1;
    if (ending === 'ok') this.#keepLatency(`${method} ${path}`, ms);
    else this.#keepExample(ending, `${method} ${path}: ${reply.status} ${reply.text.slice(0, 160)}`);
    return { ending, status: reply.status, text: reply.text, ms };
  }

  #keepExample(ending: Ending, example: string): void {
    if (ending === 'cut' || ending === 'wrong') this.examples.unshift(example);
    else this.examples.push(example);
    this.examples.length = Math.min(this.examples.length, MAX_EXAMPLES);
  }

  #keepLatency(route: string, ms: number): void {
    const known = this.latencies.get(route);
    if (known) known.push(ms);
    else this.latencies.set(route, [ms]);
  }

  /** The time within which this share of a route's good replies arrived, in ms. */
  percentile(route: string, share: number): number {
    const sorted = (this.latencies.get(route) ?? []).toSorted((left, right) => left - right);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  }

  /** Sends `next()` this many times a second until aborted, however slow the replies are. */
  async steadily(
    perSecond: number,
    next: (index: number) => Call,
    signal: AbortSignal,
    onReply: (reply: Reply, index: number) => void = () => {},
  ): Promise<void> {
    const startedAt = performance.now();
    const underWay = new Set<Promise<unknown>>();
    for (let index = 0; !signal.aborted; index += 1) {
      const waitMs = startedAt + (index * 1000) / perSecond - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const sent: Promise<unknown> = this.send(next(index))
        .then((reply) => onReply(reply, index))
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    await Promise.all(underWay);
  }

  /**
   * Simulates visitors who send `next()` after each reply and a pause, until aborted. The load therefore adapts to
   * the machine.
   */
  async byVisitors(
    { count, pauseMs }: { count: number; pauseMs: number },
    next: (index: number) => Call,
    signal: AbortSignal,
  ): Promise<void> {
    let index = 0;
    const one = async () => {
      while (!signal.aborted) {
        index += 1;
        await this.send(next(index));
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    await Promise.all(Array.from({ length: count }, one));
  }

  close = () => this.#agent.destroy();
}

function endingOf({
  status,
  retryAfter,
  text,
}: {
  status: number;
  retryAfter: unknown;
  text: string;
}): Ending {
  if (status === 0) return 'cut';
  if (status >= 200 && status < 300) return 'ok';
  const isOurs = retryAfter !== undefined && text.includes('"requestId"');
  if (isOurs && status === 503) return 'busy';
  if (isOurs && status === 429) return 'limited';
  return 'wrong';
}
