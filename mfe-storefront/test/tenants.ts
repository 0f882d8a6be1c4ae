import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';

export const ACME: Tenant = {
  resellerId: 'res_1',
  slug: 'acme-1',
  subdomain: 'acme-1',
  businessName: 'Acme Growth Partners',
  productPrice: '129.00',
  currency: 'CHF',
  logoUrl: '/api/logos/acme.png',
  salesPage: EMPTY_SALES_PAGE,
  tones: null,
};
