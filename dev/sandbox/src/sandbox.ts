import type { ApiFaults } from './faults/api-fault.ts';
import type { MailRules } from './postmark/mail-rules.ts';
import type { Store } from './store.ts';
import type { Deliverer } from './stripe/webhooks/deliverer.ts';

/** What every part of the sandbox works on. */
export interface Sandbox {
  store: Store;
  deliverer: Deliverer;
  stripeFaults: ApiFaults;
  /** Of calls that are under way. */
  idempotencyKeysInUse: Set<string>;
  mailFaults: ApiFaults;
  mailRules: MailRules;
  /** The address under which browsers find the sandbox; known once it listens. */
  publicUrl: string;
}
