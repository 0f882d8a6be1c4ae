import type { Relay } from '@leadping/service-kit/messaging/relay';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { LookupThrottle } from './lookup-throttle.ts';
import type { Tickets } from './ticket.model.ts';

/** What the verbs of tickets work with. */
export interface TicketContext {
  tickets: Tickets;
  throttle: LookupThrottle;
  relay: Relay;
  sealer: Sealer;
}
