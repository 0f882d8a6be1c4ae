import type { Connection } from 'mongoose';
import { Buyers, type Books } from '../load/buyers.ts';
import { ShopTraffic, type Ending } from '../load/shop-traffic.ts';
import { titleOf, type Cell, type World } from './cells.ts';

export interface CellReport extends Books {
  title: string;
  /** Time from the end of the fault until every buyer has the key. */
  recoverySeconds: number;
  /** How visitors' requests ended during and after the fault. */
  saw: Record<Ending, number>;
  examples: string[];
}

const PAGES = ['/', '/api/pricing', '/integrations'];
const MAX_RECOVERY_SECONDS = 90;
const OPERATOR_MS = 10_000;

/** Runs visitors and buyers before, during and after a fault, then compares the books. */
export async function runCell(
  cell: Cell,
  world: World,
  options: {
    databaseOf: (service: string) => Connection;
    mark: string;
    buyers?: number;
    /** Pause between two purchases of a buyer. */
    pauseMs?: number;
    perSecond?: number;
    /** Whether order webhooks are part of the books. */
    hasWebhook?: boolean;
    /** The shop was opened with `openTaxedShop`. */
    isTaxed?: boolean;
  },
): Promise<CellReport> {
  const traffic = new ShopTraffic(world.stack.publicUrl);
  const buyers = new Buyers(world.stack, traffic, options.mark, options);
  const ending = new AbortController();
  const running = Promise.all([
    traffic.steadily(
      options.perSecond ?? 10,
      (index) => ({ path: PAGES[index % PAGES.length] ?? '/', from: `10.30.${index % 250}.1` }),
      ending.signal,
    ),
    buyers.buyUntil(ending.signal, {
      concurrency: options.buyers ?? 2,
      pauseMs: options.pauseMs ?? 200,
    }),
  ]);
  const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await pause(1);
  try {
    await cell.inflict(world);
    await pause(cell.seconds);
  } finally {
    await cell.heal(world);
    await pause(1);
    ending.abort();
    await running;
  }
  const healedAt = performance.now();
  const settled = new AbortController();
  const operating = operate(cell, world, settled.signal);
  const books = await buyers.settle(options.databaseOf, MAX_RECOVERY_SECONDS, options);
  const recoverySeconds = Math.round((performance.now() - healedAt) / 100) / 10;
  settled.abort();
  await operating;
  await traffic.close();
  return {
    title: titleOf(cell),
    ...books,
    recoverySeconds,
    saw: traffic.endings,
    examples: traffic.examples,
  };
}

/** Repeats the operator's action after a fault that does not pass by itself. */
async function operate({ operate: act }: Cell, world: World, signal: AbortSignal): Promise<void> {
  while (act && !signal.aborted) {
    await act(world).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, OPERATOR_MS));
  }
}
