import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { eventRecord } from '@leadping/service-kit/messaging/event-record';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';

const EVENT_PATIENCE_MS = 5000;

export function integrationChecks({ support: { bus, logs, postmark } }: CheckContext): Check[] {
  const category = 'Integration';
  return [
    {
      category,
      name: 'The settings reply over NATS',
      run: async () => {
        const { testMode } = await bus.request(notificationSettings, {});
        return testMode ? 'test mode is on' : 'live mode is on';
      },
    },
    {
      category,
      name: 'An event is stored and delivered',
      run: async () => {
        const id = `qa-${randomUUID()}`;
        const startedAt = performance.now();
        const line = {
          level: 'info',
          category: 'webhook',
          message: 'QA run',
          data: {},
          at: new Date().toISOString(),
        } as const;
        await bus.publish(eventRecord(logRecorded('support'), id, line));
        const elapsed = () => Math.round(performance.now() - startedAt);
        const _id = `support:${id}`;
        while (!(await logs.exists({ _id }))) {
          confirm(elapsed() < EVENT_PATIENCE_MS, 'the event did not arrive');
          await pause(50);
        }
        await logs.deleteOne({ _id });
        return `delivered in ${elapsed()} ms`;
      },
    },
    {
      category,
      name: 'The email provider replies',
      run: async () => {
        await postmark.findSent(`qa-${randomUUID()}`);
        return 'its search replies';
      },
    },
  ];
}
