import type { TicketResponse } from '@leadping/contracts/support/ticket';
import { useMinutely } from '@leadping/web-kit/dashboard/use-minutely.ts';
import { agoText } from '@leadping/web-kit/page/dates.ts';
import { useSession } from '@leadping/web-kit/session/session';
import { Alert } from '@leadping/web-kit/ui/core';
import { useState } from 'react';
import styles from './composer.module.css';

/** Maximum age shown in seconds, in seconds. Older replies show minutes. */
const MAX_SECONDS = 120;

function ageText(at: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  return seconds < MAX_SECONDS ? `${seconds} s ago` : agoText(at);
}

/** Warns that a colleague replied after this ticket was opened, so that the customer gets one answer. */
export function ColleagueReply({ responses }: { responses: TicketResponse[] }) {
  const own = useSession().user?.username;
  const [seen] = useState(() => new Set(responses.map(({ id }) => id)));
  const reply = responses.findLast(
    ({ id, respondedBy }) => own && respondedBy && respondedBy.username !== own && !seen.has(id),
  );
  const age = useMinutely(() => (reply ? ageText(reply.createdAt) : ''));
  if (!reply?.respondedBy) return null;
  return (
    <Alert
      className={styles.colleague}
      type="warning"
      showIcon
      title={`${reply.respondedBy.username} replied ${age}`}
      description="Read the reply above before you send yours."
    />
  );
}
