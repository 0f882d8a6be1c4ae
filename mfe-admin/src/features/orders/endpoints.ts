import type { listAdminOrders } from '@leadping/contracts/commerce/order-routes';
import type { getOrderTimeline } from '@leadping/contracts/commerce/order-timeline-routes';
import type { replayFailedDeliveries } from '@leadping/contracts/commerce/order-webhook-routes';
import type { resendKeyByAdmin } from '@leadping/contracts/licensing/admin-license-routes';
import { endpoint } from '@leadping/web-kit/api/call';

export const readOrders = endpoint<typeof listAdminOrders>('GET', '/api/admin/orders');
export const readTimeline = endpoint<typeof getOrderTimeline>('GET', '/api/admin/orders/:id/timeline');
export const replayWebhooks = endpoint<typeof replayFailedDeliveries>(
  'POST',
  '/api/admin/failed-deliveries/replay',
);
export const resendKey = endpoint<typeof resendKeyByAdmin>('POST', '/api/admin/licenses/:id/resend');
