import {
  receivePlatformPaymentEvent,
  receiveResellerPaymentEvent,
} from '@leadping/contracts/commerce/payment-webhook-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { receivePlatformEvent, receiveResellerEvent } from './receive-event.ts';

const RECEIVED = { received: true } as const;
const SIGNATURE_HEADER = 'stripe-signature';

export function registerPaymentWebhooks(route: RegisterRoute, commerce: CommerceContext): void {
  route(receivePlatformPaymentEvent, async ({ rawBody, request }) => {
    await receivePlatformEvent(commerce, { rawBody, signature: request.headers[SIGNATURE_HEADER] });
    return RECEIVED;
  });
  route(receiveResellerPaymentEvent, async ({ params, rawBody, request }) => {
    const delivery = { rawBody, signature: request.headers[SIGNATURE_HEADER] };
    await receiveResellerEvent(commerce, params.resellerId, delivery);
    return RECEIVED;
  });
}
