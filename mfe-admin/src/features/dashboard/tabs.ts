import type { Role } from '@leadping/contracts/actor';
import type { ContributedView } from '@leadping/contracts/remote';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import type { Shell } from '@leadping/web-kit/shell';
import type { ComponentType } from 'react';

/** One of our own or of another remote; both are described in the same way. The slug is the part after `/admin/`. */
export type Tab = ContributedView<ComponentType>;

/** The name by which remotes contribute tabs. */
const SLOT = 'admin';

/** Our own views; each is a file of its own that loads when it is opened. */
const OWN: readonly Tab[] = [
  {
    slug: 'overview',
    label: 'Overview',
    roles: ['admin'],
    view: reloadable(() => import('../overview/overview-view.tsx')),
  },
  {
    slug: 'orders',
    label: 'Orders',
    roles: ['admin'],
    view: reloadable(() => import('../orders/orders-view.tsx')),
  },
  {
    slug: 'discount-codes',
    label: 'Discount Codes',
    roles: ['admin'],
    view: reloadable(() => import('../discount-codes/discount-codes-view.tsx')),
  },
  {
    slug: 'settings',
    label: 'Settings',
    roles: ['admin'],
    view: reloadable(() => import('../settings/settings-view.tsx')),
  },
  {
    slug: 'licenses',
    label: 'License Management',
    roles: ['admin'],
    view: reloadable(() => import('../licenses/licenses-view.tsx')),
  },
  {
    slug: 'resellers',
    label: 'Reseller Management',
    roles: ['admin'],
    view: reloadable(() => import('../resellers/resellers-view.tsx')),
  },
  {
    slug: 'selectors',
    label: 'Chrome Extension Selectors',
    roles: ['admin'],
    view: reloadable(() => import('../selectors/selectors-view.tsx')),
  },
  {
    slug: 'logs',
    label: 'System Logs',
    roles: ['admin'],
    view: reloadable(() => import('../logs/logs-view.tsx')),
  },
  {
    slug: 'qa-testing',
    label: 'QA Testing',
    roles: ['admin'],
    view: reloadable(() => import('../qa/qa-view.tsx')),
  },
  {
    slug: 'failures',
    label: 'Failures',
    roles: ['admin'],
    view: reloadable(() => import('../failures/failures-view.tsx')),
  },
  {
    slug: 'audit-log',
    label: 'Audit Log',
    roles: ['admin'],
    view: reloadable(() => import('../audit/audit-view.tsx')),
  },
  {
    slug: 'privacy',
    label: 'Privacy',
    roles: ['admin'],
    view: reloadable(() => import('../privacy/privacy-view.tsx')),
  },
  {
    slug: 'releases',
    label: 'Releases',
    roles: ['admin'],
    view: reloadable(() => import('../releases/releases-view.tsx')),
  },
  {
    slug: 'profile',
    label: 'Profile',
    roles: ['admin', 'support'],
    view: reloadable(() => import('../profile/profile-view.tsx')),
  },
];

/** The order of the sidebar, including tabs of other remotes. Tabs that are not listed come last. */
const ORDER = [
  'overview',
  'orders',
  'discount-codes',
  'settings',
  'licenses',
  'resellers',
  'selectors',
  'tickets',
  'logs',
  'qa-testing',
  'failures',
  'audit-log',
  'privacy',
  'releases',
  'profile',
];

function placeOf({ slug }: Tab): number {
  const place = ORDER.indexOf(slug);
  return place < 0 ? ORDER.length : place;
}

/** The tabs that a role sees: our own, and what other remotes contribute under slugs that are not ours. */
export function tabsOf(role: Role, { views }: Pick<Shell, 'views'>): Tab[] {
  const contributed = (views?.(SLOT) ?? []).filter(({ slug }) => !OWN.some((own) => own.slug === slug));
  return [...OWN, ...contributed]
    .filter(({ roles }) => roles.includes(role))
    .sort((a, b) => placeOf(a) - placeOf(b));
}
