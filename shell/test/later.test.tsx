import { expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

const loads: string[] = [];
jest.unstable_mockModule('@leadping/web-kit/ui/toaster', () => {
  loads.push('toaster');
  throw new Error('Loading chunk toaster failed');
});
jest.unstable_mockModule('@leadping/web-kit/telemetry/web-vitals', () => ({
  reportWebVitals: () => undefined,
}));
const { startLater } = await import('../src/later.ts');

it('the deferred work preloads the notification region, and ignores a failure until the first toast', async () => {
  startLater({ trackEvent: () => undefined });
  await waitFor(() => expect(loads).toEqual(['toaster']));
});
