import { BRAND } from '@leadping/contracts/brand';

const NAMES: Partial<Record<string, string>> = {
  main_product: `${BRAND.name} License`,
  reseller_rights: 'Reseller Rights',
};

export const productName = (productType: string | undefined) =>
  productType ? (NAMES[productType] ?? productType) : 'Unknown';
