import type { Relay } from '@leadping/service-kit/outbox';
import type { Sealer } from '@leadping/service-kit/sealed-text';
import type { GuessGuard } from './guess-guard.ts';
import type { Tickets } from './ticket.model.ts';

/** What the verbs of tickets work with. */
export interface TicketContext {
  tickets: Tickets;
  guesses: GuessGuard;
  relay: Relay;
  sealer: Sealer;
}
