import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** How many calls come to a gateway and usually come to all of them: what is a surge no gateway can tell alone. Broadcast, without a stream. */
export const callsCounted = defineEvent({
  producer: 'gateway',
  subject: 'gateway.calls.counted',
  version: 1,
  payload: z.object({
    /** The process, by a name of its own that no restart keeps. */
    gateway: z.string(),
    /** Calls a second at this one, of this moment. */
    perSecond: z.number().nonnegative(),
    /** Calls a second at all gateways, and of how many seconds they are the mean. */
    usual: z.number().nonnegative(),
    usualSeconds: z.number().nonnegative(),
  }),
});
