import { ROOT } from '@leadping/dev-stack/root';
import type { Stack } from '@leadping/dev-stack/stack';
import type { BreakableConnection } from '@leadping/test-kit/breakable-connection';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SmallDisk } from '@leadping/test-kit/small-disk';

/** One fault at one part of the platform. */
export interface Cell {
  fault: string;
  part: string;
  /** Duration of a fault that does not end by itself. */
  seconds: number;
  inflict: (world: World) => Promise<void>;
  heal: (world: World) => Promise<void>;
  /** The operator's action after the fault, repeated until the platform has recovered. */
  operate?: (world: World) => Promise<void>;
}

export interface World {
  stack: Stack;
  /** Calls the sandbox of the providers. */
  sandbox: (path: string, method: string, body?: unknown) => Promise<unknown>;
  /** Calls the API as an admin. */
  admin?: <T>(path: string, method?: string, body?: unknown) => Promise<T>;
  links?: ReadonlyMap<string, BreakableConnection>;
  disks?: ReadonlyMap<string, SmallDisk>;
}

const SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support', 'gateway'] as const;
const FROZEN_SECONDS = 10;
/** Long enough to detect a link that drops or delays everything. */
const LINK_SECONDS = 15;
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

/** A provider API that fails on every call until healed. */
const provider = (fault: string, part: string, path: string, order: Record<string, unknown>): Cell => ({
  fault,
  part,
  seconds: FROZEN_SECONDS,
  inflict: async ({ sandbox }) => void (await sandbox(path, 'PUT', { times: 100_000, ...order })),
  heal: async ({ sandbox }) => void (await sandbox(path, 'DELETE')),
});

const DELAYS_MS = [100, 3000, 10_000];
const slow = (part: string, path: string) =>
  DELAYS_MS.map((delayMs) => provider(`slow ${delayMs} ms`, part, path, { kind: 'slow', delayMs }));

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

/** A fault on the links with matching names. */
const onLinks = (
  fault: string,
  part: string,
  names: RegExp,
  act: (link: BreakableConnection) => void,
): Cell => {
  const matching = ({ links }: World) => {
    const found = [...(links ?? [])].flatMap(([name, link]) => (names.test(name) ? [link] : []));
    if (found.length === 0) throw new Error(`nothing stands before ${part}`);
    return found;
  };
  return {
    fault,
    part,
    seconds: LINK_SECONDS,
    inflict: async (world) => matching(world).forEach(act),
    heal: async (world) => matching(world).forEach((link) => link.mend()),
  };
};
const NATS_LINKS = /^node-\d$/;
const ROUTES = /^route-\d$/;
/** Only some of the routes, because the servers decide which one of two opens the connection. */
const ROUTES_TO_ONE = /^route-1$/;
const ALL_LINKS = [
  ['the database', /^database$/],
  ['NATS', NATS_LINKS],
  ['from gateway to services', /^svc-/],
  ['between the NATS servers', ROUTES],
] as const;
const slowLinks = DELAYS_MS.flatMap((delayMs) =>
  ALL_LINKS.map(([part, names]) =>
    onLinks(`slow link ${delayMs} ms`, part, names, (link) => link.slow(delayMs)),
  ),
);
const HALF_OPEN = [
  ...ALL_LINKS,
  ['one NATS server', /^node-1$/],
  ['from NATS servers to one of them', ROUTES_TO_ONE],
  ...SERVICES.filter((name) => name !== 'gateway').map(
    (name) => [`one ${name}`, new RegExp(`^${name}\\.1$`)] as const,
  ),
] as const;
const halfOpen = HALF_OPEN.map(([part, names]) => onLinks('half-open', part, names, (link) => link.freeze()));

const cutApart = (part: string, names: RegExp) => onLinks('cut apart', part, names, (link) => link.cut());

const fullDisk = (part: string, names: readonly string[]): Cell => {
  const disksOf = ({ disks }: World) =>
    names.map((name) => {
      const disk = disks?.get(name);
      if (!disk) throw new Error(`${name} has no small disk: mounting one takes root on Linux`);
      return disk;
    });
  return {
    fault: 'full disk',
    part,
    seconds: FROZEN_SECONDS,
    inflict: async (world) => void (await Promise.all(disksOf(world).map((disk) => disk.fill()))),
    // A NATS server that could not write stays read-only until a restart. The operator restarts it once there is
    // space.
    heal: async (world) => void (await Promise.all(disksOf(world).map((disk) => disk.free()))),
  };
};

export const HOOK = 'fault-matrix';

/** The receiver of the admin's order webhooks. After hours or ten failures an operator enables it and resends. */
const receiver = (fault: string, rule: Record<string, unknown>): Cell => ({
  fault,
  part: 'the receiver of webhooks',
  seconds: FROZEN_SECONDS,
  inflict: async ({ sandbox }) => void (await sandbox(`/hooks/${HOOK}`, 'PUT', rule)),
  heal: async ({ sandbox }) => void (await sandbox(`/hooks/${HOOK}`, 'DELETE')),
  operate: async ({ admin, stack }) => {
    await admin?.('/api/admin/settings', 'POST', { adminWebhookUrl: `${stack.sandboxUrl}/hooks/${HOOK}` });
    const failed = await admin?.<{ id: string }[]>('/api/admin/failed-deliveries?state=all');
    const ids = failed?.map(({ id }) => id) ?? [];
    if (ids.length > 0) await admin?.('/api/admin/failed-deliveries/replay', 'POST', { ids });
  },
});

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

/** The fault matrix in order. Each cell can be selected as `<fault> <part>`. */
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
  ...SERVICES.map((name) =>
    freeze(`every ${name}`, ({ instances }) => instances[name].map(({ pid }) => pid())),
  ),
  freeze('one NATS server', nodes(1)),
  freeze('the majority of NATS', nodes(2)),
  freeze('the database', database),
  ...SERVICES.map((name) => clock(name, 20)),
  clock('svc-commerce', -20),
  clock('gateway', -20),
  ...slow('the payment API', '/sandbox/stripe/faults'),
  provider('hangs', 'the payment API', '/sandbox/stripe/faults', { kind: 'hang' }),
  provider('500', 'the payment API', '/sandbox/stripe/faults', { kind: 'error', status: 500 }),
  provider('lost replies', 'the payment API', '/sandbox/stripe/faults', { kind: 'lost-reply' }),
  ...slow('the mail API', '/sandbox/mail/faults'),
  provider('hangs', 'the mail API', '/sandbox/mail/faults', { kind: 'hang' }),
  provider('500', 'the mail API', '/sandbox/mail/faults', { kind: 'error', status: 500 }),
  provider('lost replies', 'the mail API', '/sandbox/mail/faults', { kind: 'lost-reply' }),
  ...slowLinks,
  ...halfOpen,
  cutApart('the NATS servers', ROUTES),
  cutApart('one NATS server from some of the others', ROUTES_TO_ONE),
  fullDisk('one NATS server', ['node-1']),
  fullDisk('all of NATS', ['node-1', 'node-2', 'node-3']),
  fullDisk('the database', ['database']),
  ...DELAYS_MS.map((delayMs) => receiver(`slow ${delayMs} ms`, { delayMs })),
  receiver('hangs', { delayMs: 600_000 }),
  receiver('500', { status: 500 }),
];

export const titleOf = ({ fault, part }: Cell) => `${fault}: ${part}`;
