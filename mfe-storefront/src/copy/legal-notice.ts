import { BRAND } from '@leadping/contracts/brand';

export const LEGAL_NOTICE = {
  title: 'Legal notice',
  intro: `Who makes ${BRAND.name}, sells it here and answers for this website.`,
  seller: 'Who sells',
  promises: 'What the seller promises',
  refunds: 'If you are refunded, the seller of this page does it, and the license is revoked.',
  support: 'Support replies',
  platform: 'Who makes the product',
  platformText: `The seller has bought the right to sell ${BRAND.name} from its makers, who also run this website.`,
  platformLink: `Legal notice of ${BRAND.name}`,
} as const;
