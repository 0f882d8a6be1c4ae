import { useNavigate } from '@leadping/web-kit/router';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { askBeforeLeaving, type Destination, leaveBy } from './leave.ts';

interface UnsavedChangesProps {
  when: boolean;
  /** Where what is written is not lost by leaving, the words say so. */
  title?: string;
  confirmLabel?: string;
  children?: ReactNode;
}

/**
 * Asks before a page with unsaved changes is left, by a link, by `useLeave`, by Back and Forward or by closing the tab.
 * The router of the site does not block navigations, so links and history are caught before it sees them.
 */
export function UnsavedChanges({
  when,
  title = 'Leave without saving?',
  confirmLabel = 'Discard changes',
  children = 'Your changes on this page are not saved yet.',
}: UnsavedChangesProps) {
  const navigate = useNavigate();
  const [destination, setDestination] = useState<Destination>();

  useEffect(() => (when ? askBeforeLeaving(setDestination) : undefined), [when]);

  return (
    <ConfirmDialog
      isOpen={destination !== undefined}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        setDestination(undefined);
        if (typeof destination === 'number') leaveBy(destination);
        else if (destination) void navigate(destination);
      }}
      onCancel={() => setDestination(undefined)}
    >
      {children}
    </ConfirmDialog>
  );
}
