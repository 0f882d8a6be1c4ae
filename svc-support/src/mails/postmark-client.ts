import { isEmailAddress } from '@leadping/contracts/email-address';
import { currentTraceId } from '@leadping/service-kit/telemetry/trace-context';
import { createHash } from 'node:crypto';
import { Errors, ServerClient } from 'postmark';
import { isReserved } from './is-reserved.ts';
import type { MailKind } from './mail.model.ts';

export interface OutgoingMail {
  effectId: string;
  kind: MailKind;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * `rejected` will be refused for ever, `postponed` was refused this time; `unknown` may have been sent and must be
 * asked for before it is sent again.
 */
export type Posted =
  { outcome: 'sent'; messageId: string } | { outcome: 'rejected' | 'postponed' | 'unknown'; error: string };

interface MailEvent {
  kind: 'delivered' | 'opened' | 'bounced';
  at: Date;
}

/** The one place that knows Postmark. */
export interface PostmarkClient {
  send: (mail: OutgoingMail) => Promise<Posted>;
  /** The message id of the mail with this effect, if Postmark has it. @throws where Postmark does not reply. */
  findSent: (effectId: string) => Promise<string | undefined>;
  /** What became of a sent mail. @throws where Postmark does not reply or no longer has it */
  findEvents: (messageId: string) => Promise<MailEvent[]>;
}

export function buildPostmarkClient(options: {
  token: string;
  apiBase: string;
  timeoutMs: number;
}): PostmarkClient {
  const { protocol, host, pathname } = new URL(options.apiBase);
  const client = new ServerClient(options.token, {
    requestHost: `${host}${pathname.replace(/\/$/, '')}`,
    useHttps: protocol === 'https:',
    timeout: options.timeoutMs / 1000,
  });
  return {
    send: async (mail) => {
      // Postmark takes a list here: one mail goes to one address. Which of them it delivers to is its own to judge.
      if (!isEmailAddress(mail.to)) return { outcome: 'rejected', error: 'This is not an email address.' };
      if (isReserved(mail.to))
        return { outcome: 'rejected', error: 'Nobody can have an address under .invalid.' };
      try {
        const { MessageID } = await client.sendEmail({
          From: mail.from,
          To: mail.to,
          // An address that Postmark would refuse must not keep a key from its buyer.
          ...(mail.replyTo !== undefined && isEmailAddress(mail.replyTo) && { ReplyTo: mail.replyTo }),
          Subject: mail.subject,
          TextBody: mail.text,
          HtmlBody: mail.html,
          Tag: mail.kind,
          MessageStream: 'outbound',
          Metadata: metadataOf(mail),
        });
        return { outcome: 'sent', messageId: MessageID };
      } catch (error) {
        return { outcome: outcomeOf(error), error: messageOf(error) };
      }
    },
    findSent: async (effectId) => {
      const { Messages } = await client.getOutboundMessages({
        count: 1,
        offset: 0,
        metadata_effect: fingerprintOf(effectId),
      });
      return Messages[0]?.MessageID;
    },
    findEvents: async (messageId) => {
      const { MessageEvents } = await client.getOutboundMessageDetails(messageId);
      return MessageEvents.flatMap(({ Type, ReceivedAt }) => {
        const kind = EVENT_KINDS[Type];
        return kind ? [{ kind, at: new Date(ReceivedAt) }] : [];
      });
    },
  };
}

/** Postmark's names. Clicks and other events say nothing about a delivery. */
const EVENT_KINDS: Partial<Record<string, MailEvent['kind']>> = {
  Delivered: 'delivered',
  Opened: 'opened',
  Bounced: 'bounced',
};

function metadataOf({ effectId }: OutgoingMail): Record<string, string> {
  const traceId = currentTraceId();
  return { effect: fingerprintOf(effectId), ...(traceId === undefined ? {} : { trace: traceId }) };
}

/** Postmark's metadata holds 80 characters: the effect's id goes in as its hash. */
function fingerprintOf(effectId: string): string {
  return createHash('sha256').update(effectId).digest('hex');
}

function outcomeOf(error: unknown): 'rejected' | 'postponed' | 'unknown' {
  if (isAboutRecipient(error)) return 'rejected';
  const hasReplied =
    error instanceof Errors.ApiInputError ||
    error instanceof Errors.InvalidAPIKeyError ||
    error instanceof Errors.RateLimitExceededError ||
    error instanceof Errors.ServiceUnavailablerError;
  return hasReplied ? 'postponed' : 'unknown';
}

/**
 * With the same status (422) Postmark says that it refuses us: a sender that is not confirmed (400, 401), no credits (405), an account
 * that waits for approval (412) or may not send (413), an address in From (300). Those mails go once that is put right.
 */
function isAboutRecipient(error: unknown): boolean {
  if (error instanceof Errors.InactiveRecipientsError) return true;
  // The first quoted word is the field. The rest may contain an address with any word.
  return error instanceof Errors.InvalidEmailRequestError && !/^[^']*'From'/.test(error.message);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Errors.PostmarkError)) return String(error);
  return error.code ? `${error.code}: ${error.message}` : error.message;
}
