import { BRAND } from '@leadping/contracts/brand';
import type { ProductType } from '@leadping/contracts/commerce/order-events';

/** The names on the payment page. */
export const PRODUCT_NAMES: Record<ProductType, string> = {
  main_product: `${BRAND.name} lifetime license`,
  reseller_rights: `${BRAND.name} master resell rights`,
};
