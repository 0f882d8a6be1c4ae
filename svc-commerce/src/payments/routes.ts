import { getCheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import {
  receivePlatformPaymentEvent,
  receiveResellerPaymentEvent,
} from '@leadping/contracts/commerce/payment-webhook-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { receivePlatformEvent, receiveResellerEvent } from './receive-event.ts';
import { refreshCheckoutStatus } from './refresh-checkout-status.ts';

const RECEIVED = { received: true } as const;

export function registerPaymentRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(receivePlatformPaymentEvent, async ({ rawBody, headers }) => {
    await receivePlatformEvent(commerce, { rawBody, signature: headers['stripe-signature'] });
    return RECEIVED;
  });
  route(receiveResellerPaymentEvent, async ({ params, rawBody, headers }) => {
    const delivery = { rawBody, signature: headers['stripe-signature'] };
    await receiveResellerEvent(commerce, params.resellerId, delivery);
    return RECEIVED;
  });
  route(getCheckoutStatus, ({ query }) => refreshCheckoutStatus(commerce, query.session_id));
}
