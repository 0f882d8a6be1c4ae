import type { ApiFaults } from './faults/api-fault.ts';
import type { MailRules } from './postmark/mail-rules.ts';
import type { Store } from './store.ts';
import type { Deliverer } from './stripe/webhooks/deliverer.ts';

export interface Sandbox {
  store: Store;
  deliverer: Deliverer;
  stripeFaults: ApiFaults;
  /** The keys of running calls. */
  idempotencyKeysInUse: Set<string>;
  mailFaults: ApiFaults;
  mailRules: MailRules;
  /** The sandbox's URL for browsers, known once it listens. */
  publicUrl: string;
}
