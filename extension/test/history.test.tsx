import { expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { Delivery } from '../src/outbox/delivery.ts';

const deliveryOf = (pressId: string): Delivery => ({
  id: `${pressId}/crm`,
  pressId,
  configurationId: 'crm',
  configurationName: 'CRM',
  host: 'crm.example.com',
  lead: {
    fullName: pressId,
    jobTitle: '',
    company: '',
    location: '',
    connections: null,
    profileUrl: `https://www.linkedin.com/in/${pressId}`,
    email: null,
  },
  capturedAt: 0,
  state: 'sent',
  attempts: 1,
  nextAttemptAt: 0,
  leasedBy: '',
  leaseUntil: 0,
  finishedAt: 0,
  lastText: 'Sent',
});

let deliveries: Delivery[] = [];
jest.unstable_mockModule('../src/outbox/outbox.ts', () => ({
  listDeliveries: async () => deliveries,
  removeDeliveries: async () => {},
  requeue: async () => 0,
}));
jest.unstable_mockModule('../src/storage.ts', () => ({
  readStored: async () => ({}),
  store: async () => {},
}));

it('what Google Apps Script does not confirm says where to look, and what was sent says nothing', async () => {
  const { historySection } = await import('../src/pages/history.ts');
  const toGoogle = {
    host: 'script.google.com',
    state: 'unconfirmed',
    lastText: 'Sent, unconfirmed',
  } as const;
  deliveries = [{ ...deliveryOf('bob'), ...toGoogle }, deliveryOf('ann')];
  const section = await historySection();
  expect(within(section).getByRole('row', { name: /bob/ }).textContent).toMatch(/Executions/);
  expect(within(section).getByRole('row', { name: /ann/ }).textContent).not.toMatch(/Executions/);
});

it('the export has what was captured since the page was opened', async () => {
  const exported: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${exported.push(blob)}`,
    revokeObjectURL: () => {},
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { historySection } = await import('../src/pages/history.ts');
  deliveries = [deliveryOf('ann')];
  document.body.append(await historySection());
  deliveries = [deliveryOf('bob'), deliveryOf('ann')];
  await userEvent.setup().click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(exported).toHaveLength(1));
  expect(await exported[0]!.text()).toMatch(/bob[^]*ann/);
});
