import { describe, expect, it } from '@jest/globals';
import type { OrderDisputes } from '@leadping/contracts/commerce/dispute-routes';
import { getOrderDisputes } from '@leadping/contracts/endpoints/commerce/dispute';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import { Disputes } from '../src/dashboard/disputes.tsx';

const inquiry = (stage: 'needs-response' | 'closed'): OrderDisputes => ({
  disputes: [
    {
      id: 'du_1',
      isInquiry: true,
      stage,
      reason: 'product_not_received',
      amount: '79.00',
      currency: 'USD',
      dueBy: null,
      stripeUrl: 'https://dashboard.stripe.com/disputes/du_1',
    },
  ],
  evidence: null,
  missing: [],
});

describe('the note on an inquiry', () => {
  it.each(['needs-response', 'closed'] as const)(
    'does not say that the license works, because a full refund revokes it: %s',
    async (stage) => {
      await openPart(<Disputes orderId="order-1" read={getOrderDisputes} />, {
        'GET /api/admin/orders/order-1/disputes': ok(inquiry(stage)),
      });
      const note = (await screen.findByText(/inquiry|asks about the payment/)).textContent;
      expect(note).toMatch(stage === 'closed' ? /has closed this inquiry/ : /does not end the license/);
      expect(note).not.toContain('keeps working');
    },
  );
});
