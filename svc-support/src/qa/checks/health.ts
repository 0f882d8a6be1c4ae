import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';

export function healthChecks({ client, support: { database, bus } }: CheckContext): Check[] {
  const category = 'Health';
  return [
    {
      category,
      name: 'The public client is alive',
      run: async () => {
        await client.expectStatus(200, '/healthz');
        return '/healthz replies 200';
      },
    },
    {
      category,
      name: 'The public client is ready',
      run: async () => {
        await client.expectStatus(200, '/readyz');
        return '/readyz replies 200';
      },
    },
    {
      category,
      name: 'The database replies',
      run: async () => {
        const startedAt = performance.now();
        await database.db?.command({ ping: 1 });
        return `ping in ${Math.round(performance.now() - startedAt)} ms`;
      },
    },
    {
      category,
      name: 'NATS is connected',
      run: async () => {
        confirm(bus.isConnected(), 'there is no connection');
        return 'connected';
      },
    },
  ];
}
