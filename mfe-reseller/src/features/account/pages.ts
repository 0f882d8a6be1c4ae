import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import {
  CreditCard,
  KeyRound,
  LayoutDashboard,
  ReceiptText,
  Settings,
  Store,
  TicketPercent,
} from 'lucide-react';

/** The entries of the sidebar; each page is a file of its own that loads when it is opened. */
export const PAGES = [
  {
    slug: 'overview',
    label: 'Overview',
    icon: LayoutDashboard,
    Page: reloadable(() => import('../overview/overview-page.tsx')),
  },
  {
    slug: 'sales-page',
    label: 'Sales Page',
    icon: Store,
    Page: reloadable(() => import('../sales-page/sales-page.tsx')),
  },
  {
    slug: 'payment-setup',
    label: 'Payment Setup',
    icon: CreditCard,
    Page: reloadable(() => import('../payments/payment-page.tsx')),
  },
  {
    slug: 'licenses',
    label: 'License Management',
    icon: KeyRound,
    Page: reloadable(() => import('../licenses/licenses-page.tsx')),
  },
  {
    slug: 'orders',
    label: 'Orders',
    icon: ReceiptText,
    Page: reloadable(() => import('../orders/orders-page.tsx')),
  },
  {
    slug: 'discount-codes',
    label: 'Discount Codes',
    icon: TicketPercent,
    Page: reloadable(() => import('../discount-codes/discount-codes-page.tsx')),
  },
  {
    slug: 'settings',
    label: 'Settings',
    icon: Settings,
    Page: reloadable(() => import('../settings/settings-page.tsx')),
  },
] as const;

/** Reached from the head of the sidebar. */
export const PROFILE = {
  slug: 'profile',
  label: 'Profile Settings',
  Page: reloadable(() => import('../profile/profile-page.tsx')),
} as const;
