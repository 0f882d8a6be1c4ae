import type { Role } from '@leadping/contracts/actor';
import { type ComponentType, lazy } from 'react';

export interface Tab {
  /** The part of the address after `/admin/`. */
  slug: string;
  label: string;
  roles: readonly Role[];
  view: ComponentType;
}

/** The dashboard's views in the order of the sidebar; each is a file of its own that loads when it is opened. */
const TABS: readonly Tab[] = [
  {
    slug: 'releases',
    label: 'Releases',
    roles: ['admin'],
    view: lazy(() => import('../releases/releases-view.tsx')),
  },
  {
    slug: 'profile',
    label: 'Profile',
    roles: ['admin', 'support'],
    view: lazy(() => import('../profile/profile-view.tsx')),
  },
];

export function tabsOf(role: Role): Tab[] {
  return TABS.filter(({ roles }) => roles.includes(role));
}
