import { ROOT } from '@leadping/dev-stack/root';
import type { Stack } from '@leadping/dev-stack/stack';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** One fault at one part of the platform. */
export interface Cell {
  fault: string;
  part: string;
  /** Seconds that it lasts where it does not end by itself. */
  seconds: number;
  inflict: (world: World) => Promise<void>;
  heal: (world: World) => Promise<void>;
}

export interface World {
  stack: Stack;
  /** Of the sandbox that stands for the providers. */
  sandbox: (path: string, method: string, body?: unknown) => Promise<unknown>;
}

const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
const FROZEN_SECONDS = 10;
const CLOCK = pathToFileURL(join(ROOT, 'test-kit/src/shifted-clock.mjs')).href;
const nothing = () => Promise.resolve();

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type Pids = (stack: Stack) => (number | undefined)[];

const kill = (part: string, pids: Pids): Cell => ({
  fault: 'kill -9',
  part,
  seconds: 5,
  inflict: async ({ stack }) => pids(stack).forEach((pid) => send(pid, 'SIGKILL')),
  heal: nothing,
});

function freeze(part: string, pids: Pids): Cell {
  let frozen: (number | undefined)[] = [];
  return {
    fault: 'freeze',
    part,
    seconds: FROZEN_SECONDS,
    inflict: async ({ stack }) => {
      frozen = pids(stack);
      frozen.forEach((pid) => send(pid, 'SIGSTOP'));
    },
    heal: async () => frozen.forEach((pid) => send(pid, 'SIGCONT')),
  };
}

/** A provider's API that goes wrong for every call, until healed. */
const provider = (fault: string, part: string, path: string, order: Record<string, unknown>): Cell => ({
  fault,
  part,
  seconds: FROZEN_SECONDS,
  inflict: async ({ sandbox }) => void (await sandbox(path, 'PUT', { times: 100_000, ...order })),
  heal: async ({ sandbox }) => void (await sandbox(path, 'DELETE')),
});

const clock = (name: (typeof SERVICES)[number], minutes: number): Cell => ({
  fault: `clock ${minutes > 0 ? '+' : '-'}${Math.abs(minutes)} min`,
  part: `one ${name}`,
  seconds: 5,
  inflict: async ({ stack }) =>
    stack.instances[name][0]?.restart({
      CLOCK_SHIFT_SECONDS: String(minutes * 60),
      NODE_OPTIONS: `--import=${CLOCK}`,
    }),
  heal: async ({ stack }) => stack.instances[name][0]?.restart(),
});

const nodes =
  (count: number): Pids =>
  ({ natsNodes }) =>
    natsNodes.slice(0, count).map(({ pid }) => pid());
const database: Pids = ({ database: { pids } }) => Object.values(pids());

let lostStores = 0;
const storeLost: Cell = {
  fault: 'store lost',
  part: 'all of NATS',
  seconds: 3,
  inflict: async ({ stack }) => {
    lostStores += 1;
    for (const { folder } of stack.natsNodes)
      await rename(join(folder, 'store'), join(folder, `lost-${lostStores}`));
    nodes(3)(stack).forEach((pid) => send(pid, 'SIGKILL'));
  },
  heal: nothing,
};

/** The matrix, row by row. Each cell can be named as `<fault> <part>`. */
export const CELLS: readonly Cell[] = [
  ...SERVICES.map((name) => kill(`one ${name}`, ({ instances }) => [instances[name][0]?.pid()])),
  ...SERVICES.map((name) =>
    kill(`every ${name}`, ({ instances }) => instances[name].map(({ pid }) => pid())),
  ),
  kill('one NATS server', nodes(1)),
  kill('the majority of NATS', nodes(2)),
  kill('the database', database),
  storeLost,
  ...SERVICES.map((name) => freeze(`one ${name}`, ({ instances }) => [instances[name][0]?.pid()])),
  freeze('one NATS server', nodes(1)),
  freeze('the majority of NATS', nodes(2)),
  freeze('the database', database),
  ...SERVICES.filter((name) => name !== 'gateway').map((name) => clock(name, 20)),
  clock('svc-commerce', -20),
  provider('slow 3 s', 'the payment API', '/sandbox/stripe/faults', { kind: 'slow', delayMs: 3000 }),
  provider('hangs', 'the payment API', '/sandbox/stripe/faults', { kind: 'hang' }),
  provider('500', 'the payment API', '/sandbox/stripe/faults', { kind: 'error', status: 500 }),
  provider('lost replies', 'the payment API', '/sandbox/stripe/faults', { kind: 'lost-reply' }),
  provider('slow 3 s', 'the mail API', '/sandbox/mail/faults', { kind: 'slow', delayMs: 3000 }),
  provider('hangs', 'the mail API', '/sandbox/mail/faults', { kind: 'hang' }),
  provider('500', 'the mail API', '/sandbox/mail/faults', { kind: 'error', status: 500 }),
  provider('lost replies', 'the mail API', '/sandbox/mail/faults', { kind: 'lost-reply' }),
];

export const titleOf = ({ fault, part }: Cell) => `${fault}: ${part}`;
