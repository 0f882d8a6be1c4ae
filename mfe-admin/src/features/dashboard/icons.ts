import {
  Activity,
  Braces,
  FlaskConical,
  History,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  Rocket,
  ScrollText,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Store,
  TicketPercent,
  TriangleAlert,
  UserRound,
} from 'lucide-react';

/** Icons of all tabs by slug, including tabs of other remotes. */
export const ICONS: Readonly<Record<string, typeof Activity>> = {
  overview: LayoutDashboard,
  orders: ShoppingBag,
  'discount-codes': TicketPercent,
  settings: Settings,
  licenses: KeyRound,
  resellers: Store,
  selectors: Braces,
  tickets: LifeBuoy,
  logs: ScrollText,
  'qa-testing': FlaskConical,
  failures: TriangleAlert,
  'audit-log': History,
  privacy: ShieldCheck,
  releases: Rocket,
  profile: UserRound,
};

/** The icon of a tab without its own. */
export const OTHER_ICON = Activity;
