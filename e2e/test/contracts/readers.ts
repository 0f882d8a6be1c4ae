import type { EventContract } from '@leadping/contracts/event';
import type { Consumers, Upcasters } from '@leadping/service-kit/messaging/consumers';
import { registerConsumers as ofCommerce } from '../../../svc-commerce/src/consumers.ts';
import { registerConsumers as ofIdentity } from '../../../svc-identity/src/consumers.ts';
import { registerConsumers as ofLicensing } from '../../../svc-licensing/src/consumers.ts';
import { registerConsumers as ofSupport } from '../../../svc-support/src/consumers.ts';

export interface Reader {
  service: string;
  event: EventContract;
  upcasters: Upcasters;
}

/** Every registered consumer of the current services. */
export function readersOfToday(): Reader[] {
  const readers: Reader[] = [];
  const register = (service: string, consumers: (consume: Consumers['consume']) => void) =>
    consumers((event, _handler, upcasters = {}) => readers.push({ service, event, upcasters }));
  // Handlers read the context when they handle an event, not during registration.
  const context = { config: {} } as never;
  register('svc-identity', (consume) => ofIdentity(consume, context));
  register('svc-commerce', (consume) => ofCommerce(consume, context));
  register('svc-licensing', (consume) => ofLicensing(consume, context));
  register('svc-support', (consume) => ofSupport(consume, context, () => {}));
  return readers;
}
