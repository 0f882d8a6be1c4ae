/** The process that `startFlood` starts: calls without a pause until it is asked to end, then says how they ended. */
import { once } from 'node:events';
import { ShopTraffic } from './shop-traffic.ts';
import type { Flood } from './start-flood.ts';

process.send?.('ready');
const [{ bases, call, callers, refusedPauseMs }] = (await once(process, 'message')) as [Flood];
const traffic = new ShopTraffic(bases, null);
let isFlooding = true;
process.once('message', () => (isFlooding = false));
// Whoever started it may have been killed.
process.once('disconnect', () => process.exit());
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (isFlooding) {
      const { ending } = await traffic.send(call);
      if (ending !== 'ok') await new Promise((resolve) => setTimeout(resolve, refusedPauseMs));
    }
  }),
);
await traffic.close();
process.send?.(traffic.endings, () => process.disconnect());
