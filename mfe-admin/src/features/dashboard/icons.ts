import {
  Activity,
  Braces,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  Rocket,
  ScrollText,
  Settings,
  Store,
  UserRound,
} from 'lucide-react';

/** The icons of the tabs by slug, whoever brings the tab. */
export const ICONS: Readonly<Record<string, typeof Activity>> = {
  overview: LayoutDashboard,
  settings: Settings,
  licenses: KeyRound,
  resellers: Store,
  selectors: Braces,
  tickets: LifeBuoy,
  logs: ScrollText,
  'qa-testing': FlaskConical,
  releases: Rocket,
  profile: UserRound,
};

/** For a tab that has none of its own. */
export const OTHER_ICON = Activity;
