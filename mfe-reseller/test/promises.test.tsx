import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aReseller, bodyOf, openDashboard } from './reseller.ts';

const SAVE = 'PUT /api/resellers/promises';

describe('the promises of a reseller', () => {
  it('are saved with guarantee, reply time and what happens to withdrawals', async () => {
    const saved = { guaranteeDays: 60, supportReplyHours: 24, refundsWithdrawals: true } as const;
    const { user, api, toasts } = await openDashboard(
      'sales-page',
      { [SAVE]: ok(aReseller({ promises: saved })) },
      { promises: { guaranteeDays: 30, supportReplyHours: 24 } },
    );
    const form = within(await screen.findByRole('form', { name: 'Promises to buyers' }));
    await user.click(form.getByRole('radio', { name: '60 days' }));
    await user.click(form.getByRole('checkbox', { name: /Refund withdrawals automatically/ }));
    expect(form.getByText(/Buyers read: “Every license has a 60-day money-back guarantee/)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save promises' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Promises Updated' }]));
    expect(bodyOf(api.calls, SAVE)).toEqual(saved);
  });

  it('keep the switch for withdrawals if something else is changed', async () => {
    const promises = { guaranteeDays: 30, supportReplyHours: 24, refundsWithdrawals: true } as const;
    const { user, api } = await openDashboard(
      'sales-page',
      { [SAVE]: ok(aReseller({ promises })) },
      { promises },
    );
    const form = within(await screen.findByRole('form', { name: 'Promises to buyers' }));
    await user.click(form.getByRole('radio', { name: '14 days' }));
    await user.click(form.getByRole('button', { name: 'Save promises' }));
    await waitFor(() => expect(bodyOf(api.calls, SAVE)).toEqual({ ...promises, guaranteeDays: 14 }));
  });
});
