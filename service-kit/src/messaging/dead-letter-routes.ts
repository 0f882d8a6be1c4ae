import { deadLetterRoutes } from '@leadping/contracts/dead-letter-routes';
import type { ServiceName } from '@leadping/contracts/services';
import type { Model } from 'mongoose';
import type { DeadLetter } from './dead-letters.ts';
import type { RegisterRoute } from '../http/routes.ts';

/** Lets an admin see what a service's consumers gave up, and have it handled again. */
export function registerDeadLetterRoutes(options: {
  service: ServiceName;
  route: RegisterRoute;
  deadLetters: Model<DeadLetter>;
  replay: (id: string) => Promise<void>;
}): void {
  const { service, route, deadLetters, replay } = options;
  const { list, replay: replayRoute } = deadLetterRoutes(service);

  route(list, async () => {
    const letters = await deadLetters.find({ replayedAt: null }).sort({ at: -1 }).limit(200).lean();
    return {
      deadLetters: letters.map((letter) => ({
        id: letter._id,
        consumer: letter.consumer,
        subject: letter.subject,
        error: letter.error,
        deliveries: letter.deliveries,
        at: letter.at.toISOString(),
      })),
    };
  });
  route(replayRoute, async ({ body }) => {
    await replay(body.id);
    return { message: 'The event was handled.' };
  });
}
