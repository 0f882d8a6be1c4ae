import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface BreakableConnection {
  /** The same address through it, as in `mongodb://127.0.0.1:40123/?directConnection=true`. */
  uri: string;
  /** Cuts every connection, new ones too, until `mend`. */
  cut: () => void;
  /** Takes connections and bytes as before and passes nothing on, either way, until `mend`: half-open connections. */
  freeze: () => void;
  /** Passes everything on so many milliseconds later, in each direction, until `mend`. */
  slow: (delayMs: number) => void;
  mend: () => void;
  close: () => Promise<void>;
}

/** What a link does to the bytes of all its connections. */
interface Condition {
  isCut: boolean;
  isFrozen: boolean;
  delayMs: number;
}

/** A TCP proxy in front of a server with one host, so that a test can take that server away from a service. */
export async function openBreakableConnection(uri: string): Promise<BreakableConnection> {
  const target = new URL(uri);
  const condition: Condition = { isCut: false, isFrozen: false, delayMs: 0 };
  const directions = new Set<Direction>();
  const join = (from: Socket, to: Socket) => {
    const direction = new Direction(from, to, condition);
    directions.add(direction);
    from.once('close', () => directions.delete(direction));
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (condition.isCut) return near.destroy();
    const far = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
      noDelay: true,
    });
    join(near, far);
    join(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(uri);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const dropAll = () => directions.forEach((direction) => direction.drop());
  return {
    uri: address.href,
    cut: () => {
      condition.isCut = true;
      dropAll();
    },
    freeze: () => {
      condition.isFrozen = true;
    },
    slow: (delayMs) => {
      condition.delayMs = delayMs;
    },
    mend: () => {
      Object.assign(condition, { isCut: false, isFrozen: false, delayMs: 0 });
      directions.forEach((direction) => direction.release());
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** More than this waits at the sender, as where a network has no room. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;

/** What one side of a connection sends to the other. */
class Direction {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #condition: Condition;
  /** Not passed on yet, with when it is due; the end of the stream is a step of its own. */
  readonly #waiting: { releaseAt: number; chunk: Buffer | 'end' }[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, condition: Condition) {
    this.#from = from;
    this.#to = to;
    this.#condition = condition;
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    from.on('end', () => this.#take('end'));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      // What was sent before an orderly end is still on its way.
      if (this.#waiting.length === 0 && !to.writableEnded) to.destroy();
    });
    to.on('drain', () => this.#passOn());
    to.on('close', () => clearTimeout(this.#timer));
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#from.destroy();
    this.#to.destroy();
  }

  release(): void {
    for (const each of this.#waiting) each.releaseAt = 0;
    this.#passOn();
  }

  #take(chunk: Buffer | 'end'): void {
    this.#waiting.push({ releaseAt: performance.now() + this.#condition.delayMs, chunk });
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#from.pause();
    this.#passOn();
  }

  #passOn(): void {
    clearTimeout(this.#timer);
    while (!this.#condition.isFrozen && !this.#to.destroyed && !this.#to.writableNeedDrain) {
      const [next] = this.#waiting;
      if (!next) break;
      const waitMs = next.releaseAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#passOn(), Math.ceil(waitMs));
        break;
      }
      this.#waiting.shift();
      this.#waitingBytes -= next.chunk.length;
      if (next.chunk === 'end') this.#to.end();
      else this.#to.write(next.chunk);
    }
    if (this.#waitingBytes <= MAX_WAITING_BYTES && this.#from.isPaused()) this.#from.resume();
  }
}
