// Written by `npm run openapi` from `commerce/order-webhook-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/order-webhook-routes.ts';

export const adminWebhookLog: {
  list: Endpoint<typeof routes.adminWebhookLog.list>;
  replay: Endpoint<typeof routes.adminWebhookLog.replay>;
  replayAll: Endpoint<typeof routes.adminWebhookLog.replayAll>;
  renewSecret: Endpoint<typeof routes.adminWebhookLog.renewSecret>;
} = {
  list: { method: 'GET', path: '/api/admin/order-webhook/deliveries' },
  replay: { method: 'POST', path: '/api/admin/order-webhook/deliveries/:id/replay' },
  replayAll: { method: 'POST', path: '/api/admin/order-webhook/deliveries/replay' },
  renewSecret: { method: 'POST', path: '/api/admin/order-webhook/secret' },
};
export const listFailedDeliveries: Endpoint<typeof routes.listFailedDeliveries> = {
  method: 'GET',
  path: '/api/admin/failed-deliveries',
};
export const replayFailedDeliveries: Endpoint<typeof routes.replayFailedDeliveries> = {
  method: 'POST',
  path: '/api/admin/failed-deliveries/replay',
};
export const resellerWebhookLog: {
  list: Endpoint<typeof routes.resellerWebhookLog.list>;
  replay: Endpoint<typeof routes.resellerWebhookLog.replay>;
  replayAll: Endpoint<typeof routes.resellerWebhookLog.replayAll>;
  renewSecret: Endpoint<typeof routes.resellerWebhookLog.renewSecret>;
} = {
  list: { method: 'GET', path: '/api/resellers/webhook/deliveries' },
  replay: { method: 'POST', path: '/api/resellers/webhook/deliveries/:id/replay' },
  replayAll: { method: 'POST', path: '/api/resellers/webhook/deliveries/replay' },
  renewSecret: { method: 'POST', path: '/api/resellers/webhook/secret' },
};
export const saveResellerWebhook: Endpoint<typeof routes.saveResellerWebhook> = {
  method: 'PUT',
  path: '/api/resellers/webhook',
};
export const testAdminWebhook: Endpoint<typeof routes.testAdminWebhook> = {
  method: 'POST',
  path: '/api/admin/test-webhook',
};
export const testResellerWebhook: Endpoint<typeof routes.testResellerWebhook> = {
  method: 'POST',
  path: '/api/resellers/webhook/test',
};
