// Written by `npm run openapi` from `licensing/quota-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/quota-routes.ts';

export const changeResellerLimits: Endpoint<typeof routes.changeResellerLimits> = {
  method: 'PUT',
  path: '/api/admin/licenses/quotas/:resellerId',
};
export const getOwnQuota: Endpoint<typeof routes.getOwnQuota> = {
  method: 'GET',
  path: '/api/resellers/licenses/quota',
};
export const getResellerQuota: Endpoint<typeof routes.getResellerQuota> = {
  method: 'GET',
  path: '/api/admin/licenses/quotas/:resellerId',
};
