// Written by `npm run openapi` from `commerce/reseller-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/reseller-routes.ts';

export const getCurrentReseller: Endpoint<typeof routes.getCurrentReseller> = {
  method: 'GET',
  path: '/api/resellers/me',
};
export const renameBusiness: Endpoint<typeof routes.renameBusiness> = {
  method: 'PUT',
  path: '/api/resellers/business-name',
};
export const saveBusinessConfig: Endpoint<typeof routes.saveBusinessConfig> = {
  method: 'POST',
  path: '/api/resellers/business-config',
};
export const saveEmbeddingSites: Endpoint<typeof routes.saveEmbeddingSites> = {
  method: 'PUT',
  path: '/api/resellers/embedding-sites',
};
export const saveNotices: Endpoint<typeof routes.saveNotices> = {
  method: 'PUT',
  path: '/api/resellers/notices',
};
export const savePaymentKeys: Endpoint<typeof routes.savePaymentKeys> = {
  method: 'POST',
  path: '/api/resellers/stripe-config',
};
export const savePromises: Endpoint<typeof routes.savePromises> = {
  method: 'PUT',
  path: '/api/resellers/promises',
};
export const saveSalesPage: Endpoint<typeof routes.saveSalesPage> = {
  method: 'PUT',
  path: '/api/resellers/sales-page',
};
export const saveSellerDetails: Endpoint<typeof routes.saveSellerDetails> = {
  method: 'PUT',
  path: '/api/resellers/seller-details',
};
export const saveTax: Endpoint<typeof routes.saveTax> = { method: 'PUT', path: '/api/resellers/tax' };
