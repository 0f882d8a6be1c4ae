import type { FindCommands } from '@leadping/web-kit/dashboard/commands.ts';
import { call } from '@leadping/web-kit/api/call';
import { readLicenses } from '../../endpoints.ts';
import { HOME } from './home.ts';

const MAX_RECORDS = 5;

/** Licenses and orders by email or key, for the command palette. */
export const findRecords: FindCommands = async (text, signal) => {
  const licenses = await call(readLicenses, { query: { search: text, limit: MAX_RECORDS } }, { signal });
  return licenses.map(({ id, email, licenseKey }) => ({
    id: `license-${id}`,
    label: email,
    hint: `${licenseKey.slice(0, 9)}…`,
    group: 'Licenses',
    to: `${HOME}/licenses?search=${encodeURIComponent(licenseKey)}`,
  }));
};
