import type { Purchase } from '@leadping/contracts/purchase';

export const DETAILS = {
  legalName: 'Acme GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'Germany',
  email: 'office@acme.example',
  phone: '+49 30 123456',
  registerNumber: '',
  taxNumber: 'DE123456789',
};
/** What a buyer of a reseller bought, as events carry it. */
export const PURCHASE: Purchase = {
  paidAt: '2026-11-30T21:00:00.000Z',
  money: { amountMinor: 12_900, currency: 'CHF' },
  amounts: { subtotalMinor: 14_900, discountMinor: 2000, taxMinor: 966, isTaxIncluded: true },
  seller: {
    details: DETAILS,
    guarantee: '14-day money-back guarantee',
    contactEmail: 'office@acme.example',
    slug: 'acme-1',
    logoUrl: '/api/logos/acme.png',
    accentColor: '#0a7d55',
  },
};
export const ACME = { resellerId: 'r1', businessName: 'Acme Sales' };
