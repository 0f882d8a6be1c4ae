import { expect } from '@playwright/test';
import { until, type platformClient } from '../platform.ts';

interface Delivery {
  id: string;
  status: string;
}

/** Performs an action at the provider and resolves once the platform has replied to all resulting events. */
export async function answered(
  { sandbox }: ReturnType<typeof platformClient>,
  act: () => Promise<unknown>,
): Promise<void> {
  const deliveries = () => sandbox<Delivery[]>('/sandbox/deliveries');
  const earlier = new Set((await deliveries()).map(({ id }) => id));
  await act();
  const made = new Set((await deliveries()).map(({ id }) => id).filter((id) => !earlier.has(id)));
  expect(made.size).toBeGreaterThan(0);
  await until('the events are answered', async () =>
    (await deliveries()).every(({ id, status }) => !made.has(id) || status === 'delivered'),
  );
}
