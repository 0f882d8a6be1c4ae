import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Alert, Button, Skeleton, UiProvider } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import { Filters } from '../features/desk/filters.tsx';
import { Nothing } from '../features/desk/nothing.tsx';
import { Pager } from '../features/desk/pager.tsx';
import { ReplyDialog } from '../features/desk/reply-dialog.tsx';
import { TicketDialog } from '../features/desk/ticket-dialog.tsx';
import { TicketList } from '../features/desk/ticket-list.tsx';
import { UrgentBanner } from '../features/desk/urgent-banner.tsx';
import { useDeskAddress } from '../features/desk/use-desk-address.ts';
import { useStatusChange, useTickets } from '../features/desk/use-desk.ts';

/** The ticket desk of the staff: a view for the admin dashboard, which brings the frame around it. */
export default function Desk() {
  const { address, go } = useDeskAddress();
  const { tickets, hasNext, isChanging, error, retry, urgent } = useTickets(address);
  const { changing, change } = useStatusChange();
  const [answered, setAnswered] = useState<DeskTicket>();
  const open = ({ id }: DeskTicket) => go({ ticket: id });

  return (
    <UiProvider>
      <ViewHeader title="Support Tickets">
        What customers ask, open tickets first. New tickets appear automatically.
      </ViewHeader>
      <UrgentBanner tickets={urgent} onOpen={open} />
      <Filters address={address} onChange={go} />
      {error && (
        <Alert
          type="error"
          showIcon
          title={tickets ? 'This list may be old' : "We couldn't load the tickets"}
          description={error.message}
          action={<Button onClick={retry}>Try again</Button>}
        />
      )}
      {!tickets && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {tickets?.length === 0 && !isChanging && <Nothing address={address} onGo={go} />}
      {tickets && tickets.length > 0 && (
        <TicketList
          tickets={tickets}
          isChanging={isChanging}
          changing={changing}
          onOpen={open}
          onReply={setAnswered}
          onResolve={({ id }) => change(id, 'resolved')}
        />
      )}
      <Pager page={address.page} hasNext={hasNext} onPage={(page) => go({ page })} />
      <TicketDialog
        id={address.ticket}
        changing={changing}
        onStatus={({ id }, status) => change(id, status)}
        onReply={setAnswered}
        onClose={() => go({ ticket: undefined })}
      />
      <ReplyDialog ticket={answered} onClose={() => setAnswered(undefined)} />
    </UiProvider>
  );
}
