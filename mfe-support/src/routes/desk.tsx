import type { DeskTicket, TicketSort } from '@leadping/contracts/support/ticket';
import { Pager } from '@leadping/web-kit/dashboard/pager.tsx';
import { failureText } from '@leadping/web-kit/api/api-error';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Alert, Button, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { CopiedTitle } from '@leadping/web-kit/dashboard/use-copy.ts';
import { useDelayed } from '@leadping/web-kit/dashboard/use-delayed.ts';
import { Filters } from '../features/desk/filters.tsx';
import { formatTickets } from '../features/desk/format-tickets.ts';
import { Nothing } from '../features/desk/nothing.tsx';
import { SelectMany } from '../features/desk/select-many/select-many.tsx';
import { useSelection } from '../features/desk/select-many/use-selection.ts';
import { TicketDialog } from '../features/desk/ticket-dialog.tsx';
import { TicketList } from '../features/desk/ticket-list.tsx';
import { UrgentBanner } from '../features/desk/urgent-banner.tsx';
import { useDeskAddress } from '../features/desk/use-desk-address.ts';
import { useStatusChange, useTickets } from '../features/desk/use-desk.ts';
import styles from './desk.module.css';

const LEADS: Record<TicketSort, string> = {
  updated: 'Customer questions by status, the most recently updated first.',
  pressing: 'Customer questions by status, the most pressing first.',
};

/** The ticket desk of the staff: a view for the admin dashboard, which brings the frame around it. */
export default function Desk() {
  const { address, go } = useDeskAddress();
  const { isReady, tickets, hasNext, isChanging, error, retry, urgent, counts } = useTickets(address);
  const { changing, change } = useStatusChange();
  const selection = useSelection(tickets);
  const [isReplyWanted, setIsReplyWanted] = useState(false);
  const isLate = useDelayed(!tickets && !error);
  const openWith = (isReply: boolean) => {
    return ({ id }: DeskTicket) => {
      setIsReplyWanted(isReply);
      go({ ticket: id });
    };
  };
  const open = openWith(false);

  return (
    <CopiedTitle value="Copied to clipboard">
      <UiProvider>
        <ViewHeader title="Support Tickets">
          {LEADS[address.sort]} New tickets appear automatically.
        </ViewHeader>
        <UrgentBanner tickets={urgent} onOpen={open} />
        {isReady && <Filters address={address} counts={counts} onChange={go} />}
        <p role="status" className={styles.spoken}>
          {tickets && !isChanging && shownText(tickets.length, address.page)}
        </p>
        {error && (
          <Alert
            type="error"
            showIcon
            title={tickets ? 'This list may be out of date' : "We couldn't load the tickets"}
            description={failureText(error)}
            action={<Button onClick={retry}>Try again</Button>}
          />
        )}
        {isLate && <Skeleton active paragraph={{ rows: 8 }} />}
        {tickets?.length === 0 && !isChanging && <Nothing address={address} onGo={go} />}
        <SelectMany tickets={tickets ?? []} selection={selection} />
        {tickets && tickets.length > 0 && (
          <TicketList
            tickets={tickets}
            isChanging={isChanging}
            changing={changing}
            selection={selection}
            onOpen={open}
            onReply={openWith(true)}
            onResolve={(ticket) => change(ticket, 'resolved')}
          />
        )}
        <Pager
          page={address.page}
          hasNext={hasNext}
          isChanging={isChanging}
          onPage={(page) => go({ page })}
        />
        <TicketDialog
          address={address}
          isReplyWanted={isReplyWanted}
          changing={changing}
          onStatus={change}
          onGo={go}
        />
      </UiProvider>
    </CopiedTitle>
  );
}

const shownText = (count: number, page: number) => `${formatTickets(count)} shown, page ${page}`;
