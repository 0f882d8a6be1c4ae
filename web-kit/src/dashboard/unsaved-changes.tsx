import { useLocation, useNavigate } from '@leadping/web-kit/router';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { askBeforeLeaving, type Departure, type Destination, leaveBy } from './leave.ts';

interface UnsavedChangesProps {
  when: boolean;
  /** Replaces the default title if leaving does not lose the text. */
  title?: string;
  confirmLabel?: string;
  children?: ReactNode;
}

/** Overrides the page's own texts, because a departure also discards content kept for a return. */
const DEPARTURES: Record<Departure['kind'], { title: string; confirmLabel: string; children: string }> = {
  'sign-out': {
    title: 'Sign out without saving?',
    confirmLabel: 'Discard and sign out',
    children: 'What you entered on this page is not saved yet. Signing out discards it.',
  },
};

/**
 * Asks before a page with unsaved changes is left by a link, by `useLeave`, by `depart`, by Back and Forward or by
 * closing the tab. The site's router does not block navigations, so links and history steps are intercepted before
 * the router receives them.
 */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  confirmLabel = 'Discard changes',
  children = 'Your changes on this page are not saved yet.',
}: UnsavedChangesProps) {
  const navigate = useNavigate();
  const [destination, setDestination] = useState<Destination>();
  const words = {
    title,
    confirmLabel,
    children,
    ...(typeof destination === 'object' && DEPARTURES[destination.kind]),
  };

  const { key } = useLocation();
  // Registers again at each history entry, because the guard returns to that entry before it asks.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies
  useEffect(() => (when ? askBeforeLeaving(setDestination) : undefined), [when, key]);

  return (
    <ConfirmDialog
      {...words}
      isOpen={destination !== undefined}
      onConfirm={() => {
        setDestination(undefined);
        if (typeof destination === 'number') leaveBy(destination);
        else if (typeof destination === 'object') destination.go();
        else if (destination) void navigate(destination);
      }}
      onCancel={() => setDestination(undefined)}
    />
  );
}
