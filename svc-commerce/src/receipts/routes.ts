import { getReceipt } from '@leadping/contracts/commerce/receipt-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { showReceipt } from './show-receipt.ts';

export function registerReceiptRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getReceipt, ({ params, body }) => showReceipt(commerce, params.orderId, body.key));
}
