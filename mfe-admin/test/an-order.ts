import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';

export const LONG = 'x'.repeat(200);

export const anOrder = (overrides: Partial<AdminOrder> = {}): AdminOrder => ({
  id: 'order-1',
  customerEmail: 'ann@example.com',
  customerName: 'Ann Smith',
  amount: '79.00',
  currency: 'USD',
  status: 'completed',
  createdAt: '2026-11-01T10:00:00.000Z',
  stripeSessionId: 'cs_test_0123456789abcdefghij',
  productType: 'main_product',
  isTest: false,
  emailProblem: null,
  seller: { resellerId: null, businessName: 'Leadping' },
  ...overrides,
});
