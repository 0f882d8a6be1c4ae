import { expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/dom';
import { setUpUser } from '@leadping/test-kit/web/set-up-user';
import { fakeTexts } from './fake-texts.ts';
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

Object.assign(globalThis, { chrome: fakeTexts() });
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

it('an unconfirmed capture for Google Apps Script shows where to look, and a sent capture shows no advice', async () => {
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

it('the export contains captures made after the page was opened', async () => {
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
  await setUpUser().click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(exported).toHaveLength(1));
  expect(await exported[0]!.text()).toMatch(/bob[^]*ann/);
});

it('the history search finds text in every field, ignoring case and accents', async () => {
  const { historySection } = await import('../src/pages/history.ts');
  const zoe = deliveryOf('zoe');
  deliveries = [
    { ...zoe, lead: { ...zoe.lead, fullName: 'Zoë Müller', company: 'Northbeam' } },
    deliveryOf('ann'),
  ];
  document.body.replaceChildren(await historySection());
  const user = setUpUser();
  const people = () =>
    screen
      .queryAllByRole('row')
      .map((row) => row.querySelector('a')?.textContent ?? '')
      .slice(1);
  const search = screen.getByRole('searchbox', { name: 'Search captures' });
  await user.type(search, 'muller NORTH');
  expect(people()).toEqual(['Zoë Müller']);
  expect(screen.getByText('1 match')).toBeTruthy();
  await user.clear(search);
  await user.type(search, 'nobody');
  expect(people()).toEqual([]);
  expect(screen.getByText('Nothing matches “nobody”.')).toBeTruthy();
  await user.clear(search);
  expect(people()).toEqual(['Zoë Müller', 'ann']);
});

it('the history shows all seven values of each capture', async () => {
  const { historySection } = await import('../src/pages/history.ts');
  deliveries = [deliveryOf('ann')];
  document.body.replaceChildren(await historySection());
  expect(document.querySelectorAll('tbody dd')).toHaveLength(7);
});
