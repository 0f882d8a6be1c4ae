import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import type { BaseConfig } from '@leadping/service-kit/process/config';
import { randomUUID } from 'node:crypto';
import { countHandled } from './count-handled.ts';
import { dropStreams } from './drop-stack.ts';
import type { FakeService } from './fake-service.ts';
import { until } from './until.ts';

/** One event with one id. */
export interface Repeatable {
  subject: string;
  publish: () => Promise<void>;
}

export function repeatable<E extends EventContract>(
  from: FakeService,
  event: E,
  payload: PayloadOf<E>,
  id: string = randomUUID(),
): Repeatable {
  return { subject: event.subject, publish: () => from.publish(event, payload, id) };
}

/**
 * Makes a service handle each of these events twice with the same id. NATS loses its store in between, otherwise
 * it would drop the duplicates.
 */
export async function deliverTwice(
  { url, config }: { url: string; config: BaseConfig },
  events: readonly Repeatable[],
): Promise<void> {
  const subjects = events.map(({ subject }) => subject);
  const countAll = () => Promise.all(subjects.map((subject) => countHandled(url, subject)));
  const before = await countAll();
  const untilHandled = (times: number) =>
    until(async () =>
      (await countAll()).every((count, at) => {
        const ofThisSubject = subjects.filter((subject) => subject === subjects[at]).length;
        return count - (before[at] ?? 0) >= times * ofThisSubject;
      }),
    );
  for (const { publish } of events) await publish();
  await untilHandled(1);
  await dropStreams(config);
  for (const { publish } of events) {
    // The first attempt after the loss finds no stream. The stream exists again for the next one.
    await until(() =>
      publish().then(
        () => true,
        () => false,
      ),
    );
  }
  await untilHandled(2);
}
