import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyReply } from 'fastify';

const LIMITS = {
  /** Calls of one tenant that a gateway lets be served at the same time. */
  served: 3,
  /** Of those behind them, so many wait for their turn: a page that opens makes a dozen calls. */
  waiting: 18,
  /** While other tenants are there, calls of one that begin each second, once its burst is used up. */
  perSecond: 20,
  burst: 20,
  /** Past as many of a burst as are served, its calls begin so long after one another: at once they have every processor for a moment. */
  gapMs: 10,
  /** How long a tenant counts as there after a call. */
  presentMs: 2000,
  /** So late a call too many is refused: who calls again at once would otherwise keep a processor busy with error replies. */
  refusedAfterMs: 1000,
  /** Of those that are to be refused, so many are kept until then; the rest is refused at once. */
  kept: 100,
};

/** Past so many tenants, those whose burst is whole again are forgotten. */
const MAX_IDLE = 1000;

type Done = (error?: DomainError) => void;

type Limits = typeof LIMITS;

export interface FairShare {
  /** Counts a reseller's call until its reply has ended. @param done called in its turn, or with the error for one too many */
  admit: (actor: Actor, reply: FastifyReply, done: Done) => void;
}

/**
 * Lets no tenant have more than its share of the services, so that one who floods slows down nobody but itself: so many calls
 * at a time, and beside other tenants so many a second too, for a few calls without a pause keep a processor busy by themselves.
 * What is refused is refused late, as long as `Retry-After` asks to wait: a caller that does not wait is slowed down all the same.
 */
export function openFairShare(limits: Partial<Limits> = {}): FairShare {
  const all = { ...LIMITS, ...limits };
  const tenants = lastTenants(all.presentMs);
  const shares = new Map<string, Share>();
  const shareOf = (tenant: string): Share => {
    const known = shares.get(tenant);
    if (known) return known;
    if (shares.size >= MAX_IDLE) for (const [name, { isIdle }] of shares) if (isIdle()) shares.delete(name);
    const share = new Share(all, () => tenants.isAlone(tenant));
    shares.set(tenant, share);
    return share;
  };
  return {
    admit: (actor, reply, done) => {
      const tenant = actor.resellerId;
      if (tenant === null) return done();
      // Its client left while the session was looked up: no end follows that would give the place back.
      if (reply.raw.destroyed) return;
      tenants.see(tenant);
      const share = shareOf(tenant);
      const begin = () => {
        reply.raw.off('close', giveUp).once('close', share.leave);
        done();
      };
      const giveUp = () => share.giveUp(begin);
      const place = share.enter(begin);
      if (place === 'refused') share.refuse(reply, () => done(tooMany()));
      if (place === 'waits') reply.raw.once('close', giveUp);
    },
  };
}

const tooMany = () =>
  new DomainError('RATE_LIMITED', 'Too many requests at the same time. Please try again.', { retryAfter: 1 });

/** Who called lately, as far as it takes to know whether somebody is alone. */
function lastTenants(presentMs: number) {
  let last: { tenant: string; at: number } | undefined;
  let other: typeof last;
  return {
    see: (tenant: string) => {
      if (last && last.tenant !== tenant) other = last;
      last = { tenant, at: performance.now() };
    },
    isAlone: (tenant: string) => {
      const seen = last?.tenant === tenant ? other : last;
      return seen === undefined || performance.now() - seen.at > presentMs;
    },
  };
}

/** One tenant's. */
class Share {
  readonly #limits: Limits;
  readonly #isAlone: () => boolean;
  readonly #waiting = new Set<() => void>();
  #served = 0;
  #kept = 0;
  /** Calls that may begin beside those of other tenants. */
  #left: number;
  #countedAt = performance.now();
  #begunAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Limits, isAlone: () => boolean) {
    this.#limits = limits;
    this.#left = limits.burst;
    this.#isAlone = isAlone;
  }

  /** @param begin called in its turn, at once where that is now. */
  enter(begin: () => void): 'begun' | 'waits' | 'refused' {
    // Nobody overtakes those who wait.
    if (this.#waiting.size === 0 && this.#take()) {
      begin();
      return 'begun';
    }
    if (this.#waiting.size >= this.#limits.waiting) return 'refused';
    this.#waiting.add(begin);
    this.#setTimer();
    return 'waits';
  }

  /** @param refuse called late, unless too many are kept until then or its client leaves */
  refuse({ raw }: FastifyReply, refuse: () => void): void {
    const { kept, refusedAfterMs } = this.#limits;
    if (this.#kept >= kept) return refuse();
    this.#kept += 1;
    const timer = setTimeout(refuse, refusedAfterMs).unref();
    raw.once('close', () => {
      clearTimeout(timer);
      this.#kept -= 1;
    });
  }

  readonly leave = (): void => {
    this.#served -= 1;
    this.#advance();
  };

  giveUp(begin: () => void): void {
    this.#waiting.delete(begin);
  }

  readonly isIdle = (): boolean => {
    this.#count();
    return this.#served + this.#kept + this.#waiting.size === 0 && this.#left >= this.#limits.burst;
  };

  #count(): void {
    const { burst, perSecond } = this.#limits;
    const now = performance.now();
    this.#left = Math.min(burst, this.#left + ((now - this.#countedAt) * perSecond) / 1000);
    this.#countedAt = now;
  }

  /** Until the next call may begin beside those of other tenants; of when it was counted. */
  #waitMs(): number {
    const { perSecond, burst, served, gapMs } = this.#limits;
    const sinceLast = this.#left >= burst - served + 1 ? Infinity : this.#countedAt - this.#begunAt;
    return Math.max(((1 - this.#left) * 1000) / perSecond, gapMs - sinceLast);
  }

  #take(): boolean {
    if (this.#served >= this.#limits.served) return false;
    this.#count();
    if (this.#waitMs() > 0 && !this.#isAlone()) return false;
    this.#left = Math.max(0, this.#left - 1);
    this.#begunAt = this.#countedAt;
    this.#served += 1;
    return true;
  }

  #advance(): void {
    for (const begin of this.#waiting) {
      if (!this.#take()) break;
      this.#waiting.delete(begin);
      begin();
    }
    this.#setTimer();
  }

  /** Where only the time hinders the next one, looks again when it has come. */
  #setTimer(): void {
    if (this.#waiting.size === 0 || this.#served >= this.#limits.served || this.#timer) return;
    const look = () => {
      this.#timer = undefined;
      this.#advance();
    };
    this.#timer = setTimeout(look, Math.ceil(this.#waitMs())).unref();
  }
}
