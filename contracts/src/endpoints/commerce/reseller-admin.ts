// Written by `npm run openapi` from `commerce/reseller-admin-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/reseller-admin-routes.ts';

export const activateReseller: Endpoint<typeof routes.activateReseller> = {
  method: 'POST',
  path: '/api/admin/resellers/:id/activate',
};
export const deactivateReseller: Endpoint<typeof routes.deactivateReseller> = {
  method: 'POST',
  path: '/api/admin/resellers/:id/deactivate',
};
export const deleteReseller: Endpoint<typeof routes.deleteReseller> = {
  method: 'DELETE',
  path: '/api/admin/resellers/:id',
};
export const editReseller: Endpoint<typeof routes.editReseller> = {
  method: 'PUT',
  path: '/api/admin/resellers/:id',
};
export const getReseller: Endpoint<typeof routes.getReseller> = {
  method: 'GET',
  path: '/api/admin/resellers/:id',
};
export const inviteReseller: Endpoint<typeof routes.inviteReseller> = {
  method: 'POST',
  path: '/api/admin/resellers',
};
export const listResellers: Endpoint<typeof routes.listResellers> = {
  method: 'GET',
  path: '/api/admin/resellers',
};
export const resendWelcome: Endpoint<typeof routes.resendWelcome> = {
  method: 'POST',
  path: '/api/admin/resellers/:id/resend-welcome',
};
export const summarizeResellers: Endpoint<typeof routes.summarizeResellers> = {
  method: 'GET',
  path: '/api/admin/resellers/summary',
};
