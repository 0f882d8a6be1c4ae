import type { DeskTicket, TicketPriority } from '@leadping/contracts/support/ticket';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useKeptFocus } from '@leadping/web-kit/dashboard/use-kept-focus.ts';
import { useLast } from '@leadping/web-kit/dashboard/use-last.ts';
import { Button } from '@leadping/web-kit/ui/core';
import { Checkbox, Select } from '@leadping/web-kit/ui/form';
import { useRef, useState } from 'react';
import { PRIORITY_NAMES } from '../../contact/ticket-draft.ts';
import { FailedChanges } from './failed-changes.tsx';
import { formatTickets } from '../format-tickets.ts';
import styles from './select-many.module.css';
import { type Change, useChangeMany } from './use-change-many.ts';
import type { Selection } from './use-selection.ts';

const PRIORITIES = Object.entries(PRIORITY_NAMES).map(([value, label]) => ({
  value: value as TicketPriority,
  label,
}));

interface SelectManyProps {
  /** The page on the screen. */
  tickets: readonly DeskTicket[];
  selection: Selection;
}

/** The bar above the list. Selects all tickets of the page and changes the selected ones. */
export function SelectMany({ tickets, selection: { selected, select } }: SelectManyProps) {
  const { progress, result, change, dismissResult } = useChangeMany((ids) => select(ids, false));
  /** The tickets whose closing has to be confirmed. */
  const [asked, setAsked] = useState<DeskTicket[]>();
  const lastAsked = useLast(asked) ?? [];
  const bar = useRef<HTMLDivElement>(null);
  const focus = useKeptFocus(bar);
  const isRunning = progress !== undefined;
  const hasSelection = selected.length > 0;

  const start = (wanted: readonly DeskTicket[], body: Change) => {
    // The pressed control is disabled during the work and would lose the focus.
    bar.current?.focus({ preventScroll: true });
    void change(wanted, body);
  };
  const close = () => {
    if (selected.length > 1) setAsked(selected);
    else start(selected, { status: 'closed' });
  };

  return (
    <>
      {(tickets.length > 0 || isRunning) && (
        <div
          ref={bar}
          tabIndex={-1}
          role="group"
          aria-label="Selected tickets"
          className={styles.bar}
          {...focus}
        >
          <Checkbox
            className={styles.all}
            checked={hasSelection && selected.length === tickets.length}
            indeterminate={hasSelection && selected.length < tickets.length}
            onChange={({ target }) =>
              select(
                tickets.map(({ id }) => id),
                target.checked,
              )
            }
          >
            Select all on this page
          </Checkbox>
          <p role="status" className={styles.count}>
            {progress && `${progress.done} of ${progress.total}`}
            {!progress && hasSelection && `${selected.length} selected`}
          </p>
          {(hasSelection || isRunning) && (
            <div className={styles.actions}>
              <Button disabled={isRunning} onClick={() => start(selected, { status: 'resolved' })}>
                Mark Resolved
              </Button>
              <Button disabled={isRunning} onClick={close}>
                Close
              </Button>
              <Select
                id="desk-priority"
                className={styles.priority}
                aria-label="Set priority"
                placeholder={<span className={styles.wanted}>Set priority</span>}
                options={PRIORITIES}
                value={null}
                disabled={isRunning}
                onChange={(priority: TicketPriority | null) => priority && start(selected, { priority })}
              />
              <Button
                type="text"
                disabled={isRunning}
                onClick={() =>
                  select(
                    selected.map(({ id }) => id),
                    false,
                  )
                }
              >
                Clear
              </Button>
            </div>
          )}
        </div>
      )}
      {result && <FailedChanges {...result} onDismiss={dismissResult} />}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={`Close ${formatTickets(lastAsked.length)}?`}
        confirmLabel="Close tickets"
        onConfirm={() => {
          setAsked(undefined);
          start(lastAsked, { status: 'closed' });
        }}
        onCancel={() => setAsked(undefined)}
      >
        Customers cannot reply to a closed ticket.
      </ConfirmDialog>
    </>
  );
}
