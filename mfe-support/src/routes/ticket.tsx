import { BRAND } from '@leadping/contracts/brand';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { useScreenStart } from '@leadping/web-kit/page/use-screen-start.ts';
import { useParams } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { Conversation } from '../features/tickets/conversation.tsx';
import { EmailGate } from '../features/tickets/email-gate.tsx';
import { NEW_TICKET, Notice } from '../features/tickets/notice.tsx';
import styles from '../features/tickets/ticket.module.css';
import { useTicket } from '../features/tickets/use-ticket.ts';

export default function TicketPage() {
  const { ticketNumber } = useParams();
  return (
    <div className={layout.page}>
      <title>{`Your ticket: ${BRAND.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        {ticketNumber ? (
          <UiProvider>
            <TicketView key={ticketNumber} ticketNumber={ticketNumber} />
          </UiProvider>
        ) : (
          <Notice
            title="Invalid ticket URL"
            text="The address has no ticket number. You'll find it in the email we sent you."
            link={{ to: '/support', label: 'Support Center' }}
          />
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

function TicketView({ ticketNumber }: { ticketNumber: string }) {
  const { conversation, isGone, isStale, isLooking, isRefused, verify, isReplying, replyFailure, respond } =
    useTicket(ticketNumber);
  const heading = useScreenStart(isGone ? 'gone' : conversation ? 'conversation' : 'gate');
  if (isGone) {
    return (
      <Notice
        heading={heading}
        title="Ticket not found"
        text="This ticket no longer exists. You can create a new one."
        link={NEW_TICKET}
      />
    );
  }
  if (!conversation) {
    return (
      <EmailGate ticketNumber={ticketNumber} isLooking={isLooking} isRefused={isRefused} onVerify={verify} />
    );
  }
  return (
    <Conversation
      heading={heading}
      ticket={conversation.ticket}
      responses={conversation.responses}
      isStale={isStale}
      isReplying={isReplying}
      replyFailure={replyFailure}
      onReply={respond}
    />
  );
}
