import { getCheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import {
  receivePlatformPaymentEvent,
  receiveResellerPaymentEvent,
} from '@leadping/contracts/commerce/payment-webhook-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { receivePlatformEvent, receiveResellerEvent } from './receive-event.ts';
import { showCheckoutStatus } from './show-checkout-status.ts';

const RECEIVED = { received: true } as const;
const SIGNATURE_HEADER = 'stripe-signature';

export function registerPaymentRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(receivePlatformPaymentEvent, async ({ rawBody, request }) => {
    await receivePlatformEvent(commerce, { rawBody, signature: request.headers[SIGNATURE_HEADER] });
    return RECEIVED;
  });
  route(receiveResellerPaymentEvent, async ({ params, rawBody, request }) => {
    const delivery = { rawBody, signature: request.headers[SIGNATURE_HEADER] };
    await receiveResellerEvent(commerce, params.resellerId, delivery);
    return RECEIVED;
  });
  route(getCheckoutStatus, ({ query }) => showCheckoutStatus(commerce, query.session_id));
}
