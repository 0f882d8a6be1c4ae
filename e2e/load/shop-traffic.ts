import { Agent, request } from 'undici';

const MAX_EXAMPLES = 20;

/** How a request ended, as somebody at the other side of the network sees it. */
export type Ending = 'ok' | 'busy' | 'limited' | 'cut' | 'wrong';

export interface Call {
  path: string;
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
  /** From which address, as the balancer in front would say. */
  from?: string;
}

export interface Reply {
  ending: Ending;
  status: number;
  text: string;
  ms: number;
}

/**
 * Sends requests and counts how they end. `busy` is a 503 in the shape of our errors that says when to come back,
 * `limited` a 429 of the same kind, `cut` a connection that broke, `wrong` everything else that is not 2xx.
 */
export class ShopTraffic {
  readonly endings: Record<Ending, number> = { ok: 0, busy: 0, limited: 0, cut: 0, wrong: 0 };
  /** A few that were not well, those that a visitor should never see first, for the report. */
  readonly examples: string[] = [];
  readonly latencies = new Map<string, number[]>();
  readonly #bases: readonly string[];
  readonly #agent: Agent;

  /**
   * @param bases one address, or those of several gateways, each of which gets its share
   * @param connections null where nobody shall wait here for somebody else's reply
   */
  constructor(bases: string | readonly string[], connections: number | null = 100) {
    this.#bases = [bases].flat();
    // Shorter than a process that is closing still serves: an idle connection ends at this side first.
    this.#agent = new Agent({ keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000, connections });
  }

  async send({ path, method = 'GET', body, headers = {}, from }: Call): Promise<Reply> {
    const since = performance.now();
    // By chance: in turns, one of four kinds of calls that come in turns would always meet the same gateway.
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

  /** Milliseconds within which this share of a route's good replies came. */
  percentile(route: string, share: number): number {
    const sorted = (this.latencies.get(route) ?? []).toSorted((left, right) => left - right);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  }

  /** Sends `next()` so many times a second, however slowly the replies come, until aborted. */
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

  /** So many visitors, each of whom sends `next()` after the last reply and a pause, until aborted: never more than a machine serves. */
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
