import { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { IdentityContext } from './context.ts';
import { onOrderPaid } from './invitations/on-order-paid.ts';

/** Every event that this service consumes. */
export function registerConsumers(consume: Consumers['consume'], identity: IdentityContext): void {
  consume(orderPaid, (order) => onOrderPaid(identity, order));
}
