import { call } from '@leadping/web-kit/api/call';
import type { RecordSource } from '@leadping/web-kit/commands/search-records';
import { readLicenses, readOrders } from '../../endpoints.ts';
import { formatDecimal } from '../money.ts';
import { HOME } from './home.ts';

const MAX_RECORDS = 5;

const queryOf = (search: string) => ({ query: { search, limit: MAX_RECORDS } });

/** Orders and licenses by email, ID or key, for the command palette. */
export const RECORD_SOURCES: readonly RecordSource[] = [
  {
    group: 'Orders',
    find: async (search, signal) =>
      (await call(readOrders, queryOf(search), { signal })).map(
        ({ id, customerEmail, amount, currency, status }) => ({
          id: `order-${id}`,
          label: customerEmail || id,
          hint: `${formatDecimal(amount, currency)}, ${status}`,
          to: `${HOME}/orders?search=${encodeURIComponent(id)}`,
        }),
      ),
  },
  {
    group: 'Licenses',
    find: async (search, signal) =>
      (await call(readLicenses, queryOf(search), { signal })).map(({ id, email, licenseKey }) => ({
        id: `license-${id}`,
        label: email,
        hint: `${licenseKey.slice(0, 9)}…`,
        to: `${HOME}/licenses?search=${encodeURIComponent(licenseKey)}`,
      })),
  },
];
