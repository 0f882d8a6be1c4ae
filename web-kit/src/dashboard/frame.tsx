import { BRAND } from '@leadping/contracts/brand';
import { Link, NavLink, useLocation } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { TooltipProvider } from '@leadping/web-kit/ui/tooltip';
import { LogOut, Menu, Search, X } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import layout from '../page/layout.module.css';
import { PageDown } from '../page/page-down.tsx';
import { PartBoundary } from '../page/part-boundary.tsx';
import { reloadable } from '../page/reloadable.tsx';
import { RingMark } from '../page/ring-mark.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import type { Command } from '../commands/command.ts';
import type { RecordSource } from '../commands/search-records.ts';
import styles from './frame.module.css';
import { useSessionWatch } from '../session/use-session-watch.ts';
import { FreshSignIn } from '../sign-in/fresh-sign-in.tsx';
import { depart } from './leave.ts';
import { ModalLayer } from './modal-layer.tsx';
import { useShortcut } from './use-shortcut.ts';

const CommandPalette = reloadable(() => import('./command-palette.tsx'));

export interface FrameEntry {
  to: string;
  label: string;
  icon?: ComponentType<{ size?: number }>;
  /** The number of pending items, shown beside the label. 0 shows nothing. */
  count?: number;
}

interface FrameProps {
  entries: readonly FrameEntry[];
  links?: readonly { to: string; label: string }[];
  head: ReactNode;
  onLogout: () => void;
  isLoggingOut: boolean;
  /** Commands of the palette in addition to the entries. */
  commands?: readonly Command[];
  recordSources?: readonly RecordSource[];
  /** Shown on every page. */
  notice?: ReactNode;
  children: ReactNode;
}

const CONTENT = 'dashboard-content';

/**
 * Sidebar and content. Below 1024 px the sidebar is a drawer behind a slim bar. Ctrl-K opens the command palette.
 */
export function Frame({
  commands = [],
  recordSources = [],
  notice,
  children,
  onLogout,
  ...rest
}: FrameProps) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const { pathname } = useLocation();
  const toast = useToast();
  const drawer = useDrawer();
  useSessionWatch();
  useShortcut('k', () => setIsPaletteOpen(true));
  const search = () => {
    drawer.close();
    setIsPaletteOpen(true);
  };
  const sidebar = { ...rest, onLogout: () => depart({ kind: 'sign-out', go: onLogout }) };

  return (
    <TooltipProvider>
      <div className={`${layout.page} ${styles.frame}`}>
        <a href={`#${CONTENT}`} className={styles.skip} onClick={skipToContent}>
          Skip to content
        </a>
        <header className={styles.bar}>
          <button
            type="button"
            className={styles.icon}
            aria-label="Menu"
            aria-haspopup="dialog"
            onClick={drawer.open}
          >
            <Menu size={22} />
          </button>
          <Brand />
          <button type="button" className={styles.icon} aria-label="Search" onClick={search}>
            <Search size={20} />
          </button>
        </header>
        <aside className={styles.sidebar}>
          <Sidebar {...sidebar} onSearch={search} />
        </aside>
        {drawer.isOpen && (
          <ModalLayer label="Menu" className={styles.drawer} onClose={drawer.close}>
            <div className={styles.sidebar}>
              <button
                type="button"
                className={`${styles.icon} ${styles.close}`}
                aria-label="Close menu"
                onClick={drawer.close}
              >
                <X size={20} />
              </button>
              <Sidebar {...sidebar} onSearch={search} onChoose={drawer.close} />
            </div>
          </ModalLayer>
        )}
        <main id={CONTENT} tabIndex={-1} className={styles.main}>
          <PartBoundary resetKey={pathname} renderFallback={(retry) => <PageDown onRetry={retry} />}>
            {children}
          </PartBoundary>
        </main>
        {isPaletteOpen && (
          <PartBoundary
            onFailed={() => {
              setIsPaletteOpen(false);
              toast({
                title: 'Search did not load',
                description: 'Open it again to try once more.',
                tone: 'destructive',
              });
            }}
          >
            <Suspense fallback={null}>
              <CommandPalette
                entries={sidebar.entries}
                commands={commands}
                recordSources={recordSources}
                onClose={() => setIsPaletteOpen(false)}
              />
            </Suspense>
          </PartBoundary>
        )}
        {notice}
        <FreshSignIn />
      </div>
    </TooltipProvider>
  );
}

type SidebarProps = Pick<FrameProps, 'entries' | 'links' | 'head' | 'onLogout' | 'isLoggingOut'> & {
  onSearch: () => void;
  /** Called when a link is followed, even to the open page. */
  onChoose?: () => void;
};

function Sidebar(props: SidebarProps) {
  const { entries, links = [], head, onLogout, isLoggingOut, onSearch, onChoose } = props;
  return (
    <>
      <Brand />
      {head}
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={16} />
        <span>Search</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav aria-label="Dashboard" className={styles.entries}>
        {entries.map(({ to, label, icon: Icon, count = 0 }) => (
          <NavLink key={to} to={to} onClick={onChoose}>
            {Icon && <Icon size={18} />}
            <span>{label}</span>
            {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
          </NavLink>
        ))}
      </nav>
      <div className={styles.foot}>
        <ThemeSwitch />
        {links.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
        <button type="button" className={styles.logout} disabled={isLoggingOut} onClick={onLogout}>
          <LogOut size={18} />
          {isLoggingOut ? 'Logging out...' : 'Logout'}
        </button>
      </div>
    </>
  );
}

function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <RingMark size={24} />
      <span>{BRAND.name}</span>
    </Link>
  );
}

/** Moves the focus by script, because an anchor would add a history entry. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(CONTENT)?.focus();
}

/** The drawer's open state belongs to one address, so that navigation closes it. */
function useDrawer() {
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  return {
    isOpen: openedAt === pathname,
    open: () => setOpenedAt(pathname),
    close: () => setOpenedAt(undefined),
  };
}
