import { login, getUser } from '@leadping/contracts/identity/session-routes';
import { randomUUID } from 'node:crypto';
import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';

const ADMIN_CALLS = [
  '/api/admin/settings',
  '/api/admin/licenses',
  '/api/admin/resellers',
  '/api/admin/support-tickets',
  '/api/admin/system-logs',
];
const RESELLER_CALLS = ['/api/resellers/me', '/api/resellers/licenses', '/api/resellers/orders'];

export function accessChecks({ client }: CheckContext): Check[] {
  const refusesVisitors = async (paths: readonly string[]) => {
    for (const path of paths) await client.expectStatus(401, path);
    return `${paths.length} calls reply 401`;
  };
  return [
    {
      category: 'Auth',
      name: 'A visitor is signed out',
      run: () => refusesVisitors([getUser.path]),
    },
    {
      category: 'Auth',
      name: 'Wrong credentials are refused',
      run: async () => {
        const json = { username: `qa-${randomUUID()}`, password: randomUUID() };
        await client.expectStatus(401, login.path, { json });
        return '/api/login replies 401';
      },
    },
    {
      category: 'Admin',
      name: 'Visitors read nothing of the admin',
      run: () => refusesVisitors(ADMIN_CALLS),
    },
    {
      category: 'Reseller',
      name: 'Visitors read nothing of a reseller',
      run: () => refusesVisitors(RESELLER_CALLS),
    },
    {
      category: 'Reseller',
      name: 'license-create is closed without a secret',
      run: async () => {
        const json = { reseller_id: randomUUID(), email: 'qa@qa.invalid', license_type: 'standard' };
        const { status } = await client.call('/api/webhook/license-create', { json });
        confirm(status === 401, `license-create replied ${status}, expected 401`);
        return 'replies 401';
      },
    },
  ];
}
