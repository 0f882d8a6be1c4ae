import { z } from 'zod';
import type { Store } from '../store.ts';
import { invalidRequest, PostmarkError } from './errors.ts';
import type { Mail } from './mail.ts';

const search = z.object({
  count: z.coerce.number().int().min(1).max(500),
  offset: z.coerce.number().int().min(0),
  recipient: z.string().optional(),
  fromemail: z.string().optional(),
  tag: z.string().optional(),
  subject: z.string().optional(),
  status: z.string().optional(),
  messagestream: z.string().optional(),
});

/** `GET /messages/outbound`: sent messages, newest first. Also filters by `metadata_<name>`. */
export function findMessages(store: Store, token: string, query: Record<string, unknown>) {
  const lowered = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const parsed = search.safeParse(lowered);
  if (!parsed.success) throw invalidRequest("Parameters 'count' (1 to 500) and 'offset' are required.");
  const { count, offset, ...wanted } = parsed.data;
  if (count + offset > 10_000) throw invalidRequest("'count' and 'offset' may add up to at most 10000.");
  const wantedMetadata = Object.entries(lowered).flatMap(([name, value]) =>
    name.startsWith('metadata_') ? [[name.slice('metadata_'.length), String(value)] as const] : [],
  );

  const found = visibleMails(store, token).filter(
    (mail) =>
      (wanted.recipient === undefined || recipientsOf(mail).includes(wanted.recipient.toLowerCase())) &&
      (wanted.fromemail === undefined || mail.from.toLowerCase().includes(wanted.fromemail.toLowerCase())) &&
      (wanted.tag === undefined || mail.tag === wanted.tag) &&
      (wanted.subject === undefined || mail.subject.includes(wanted.subject)) &&
      (wanted.messagestream === undefined || mail.messageStream === wanted.messagestream) &&
      (wanted.status === undefined || wanted.status.toLowerCase() === 'sent') &&
      wantedMetadata.every(([name, value]) => metadataValue(mail, name) === value),
  );
  return { TotalCount: found.length, Messages: found.slice(offset, offset + count).map(renderMessage) };
}

/** `GET /messages/outbound/{id}/details` */
export function getMessageDetails(store: Store, token: string, id: string) {
  const mail = visibleMails(store, token).find((each) => each.id === id);
  if (mail === undefined) throw new PostmarkError(701, 'This message was not found.');
  return {
    ...renderMessage(mail),
    TextBody: mail.textBody ?? '',
    HtmlBody: mail.htmlBody ?? '',
    Body: [`From: ${mail.from}`, `Subject: ${mail.subject}`, '', mail.textBody ?? mail.htmlBody ?? ''].join(
      '\r\n',
    ),
    MessageEvents: recipientsOf(mail).map((recipient) => ({
      Recipient: recipient,
      Type: 'Delivered',
      ReceivedAt: mail.receivedAt,
      Details: {
        DeliveryMessage: 'smtp;250 2.0.0 OK',
        DestinationServer: 'sandbox',
        DestinationIP: '127.0.0.1',
      },
    })),
  };
}

function visibleMails(store: Store, token: string): Mail[] {
  const now = Date.now();
  return store.mails.newestFirst().filter((mail) => mail.token === token && mail.searchableAt <= now);
}

function recipientsOf({ to, cc, bcc }: Mail): string[] {
  return [...to, ...cc, ...bcc].map(({ Email }) => Email.toLowerCase());
}

const metadataValue = (mail: Mail, name: string) =>
  Object.entries(mail.metadata).find(([key]) => key.toLowerCase() === name)?.[1];

function renderMessage(mail: Mail) {
  return {
    Tag: mail.tag ?? '',
    MessageID: mail.id,
    MessageStream: mail.messageStream,
    To: mail.to,
    Cc: mail.cc,
    Bcc: mail.bcc,
    Recipients: [...mail.to, ...mail.cc, ...mail.bcc].map(({ Email }) => Email),
    ReceivedAt: mail.receivedAt,
    From: mail.from,
    Subject: mail.subject,
    Attachments: mail.attachments.map(({ name }) => name),
    Status: 'Sent',
    TrackOpens: false,
    TrackLinks: 'None',
    Metadata: mail.metadata,
    Sandboxed: false,
  };
}
