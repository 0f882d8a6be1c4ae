import { deadLetterRoutes } from '@leadping/contracts/dead-letter-routes';
import type { ServiceName } from '@leadping/contracts/services';
import { trusted, type Model } from 'mongoose';
import type { RegisterRoute } from '../http/routes.ts';
import { traceIdOf } from '../telemetry/trace-context.ts';
import type { DeadLetter } from '../messaging/dead-letters.ts';

const MAX_LISTED = 200;

/** Lets an admin list the events that a service's consumers gave up, and replay them. */
export function registerDeadLetterRoutes(options: {
  service: ServiceName;
  route: RegisterRoute;
  deadLetters: Model<DeadLetter>;
  replay: (id: string) => Promise<void>;
}): void {
  const { service, route, deadLetters, replay } = options;
  const { list, replay: replayRoute } = deadLetterRoutes(service);

  route(list, async () => {
    const waiting = { replayedAt: null };
    const [total, listed] = await Promise.all([
      deadLetters.countDocuments(waiting),
      deadLetters.find(waiting).sort({ at: -1 }).limit(MAX_LISTED).lean(),
    ]);
    return {
      total,
      deadLetters: listed.map(({ _id: id, at, traceparent, ...letter }) => ({
        ...letter,
        id,
        traceId: traceIdOf(traceparent ?? undefined) ?? null,
        at: at.toISOString(),
      })),
    };
  });

  // One after the other, oldest first as they were: a later event may build on an earlier one.
  route(replayRoute, async ({ body }) => {
    const found = await deadLetters.find({ _id: trusted({ $in: body.ids }) }, { at: 1 }).lean();
    const order = new Map(found.map(({ _id, at }) => [_id, at.getTime()]));
    const ids = [...new Set(body.ids)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    const failed: { id: string; error: string }[] = [];
    for (const id of ids) {
      await replay(id).catch((error: unknown) =>
        failed.push({ id, error: error instanceof Error ? error.message : String(error) }),
      );
    }
    return { replayed: ids.length - failed.length, failed };
  });
}
