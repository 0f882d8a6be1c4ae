import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { Offer } from '../src/features/landing/offer.tsx';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from './open-page.tsx';

const pricing = (dollars: number) => ({
  'GET /api/pricing': ok({ mainProduct: { dollars }, reseller: { dollars: 497 } }),
});

describe('the pricing offer', () => {
  it("shows the server's price as a single payment [P2.80]", async () => {
    await openPart(<Offer />, pricing(61.5));
    expect((await screen.findAllByText('$61.50')).length).toBeGreaterThan(0);
    expect(screen.getByText('one time')).toBeTruthy();
  });

  it('shows the regular price struck through [P1.18]', async () => {
    const { container } = await openPart(<Offer />);
    expect(container.querySelector('s')?.textContent).toBe('$29 per month');
    expect(await screen.findAllByText('$79')).not.toHaveLength(0);
  });

  it('states the 60-day guarantee [P1.19] and the saving of the first year [P1.27]', async () => {
    await openPart(<Offer />);
    expect(screen.getByRole('heading', { name: '60-day money-back guarantee' })).toBeTruthy();
    expect(await screen.findByText('Save $269+ in year one')).toBeTruthy();
  });

  it('compares renting with owning in a table', async () => {
    await openPart(<Offer />);
    await screen.findAllByText('$79');
    const table = screen.getByRole('table');
    expect(within(table).getByRole('row', { name: 'After a year $348 $79' })).toBeTruthy();
  });

  it('starts the checkout by its button [P2.82]', async () => {
    const { api, user } = await openPart(<Offer />, {
      'POST /api/create-main-checkout': { status: 503, body: { message: 'closed', code: 'UNAVAILABLE' } },
    });
    await user.click(screen.getByRole('button', { name: 'Get my lifetime license' }));
    await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain('/api/create-main-checkout'));
  });
});
