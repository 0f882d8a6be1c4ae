import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { readAddresses } from './addresses.ts';
import { invalidRequest, PostmarkError, wrongJson } from './errors.ts';
import type { Mail } from './mail.ts';

const optionalText = z.string().nullish();

const message = z.object({
  From: optionalText,
  To: optionalText,
  Cc: optionalText,
  Bcc: optionalText,
  ReplyTo: optionalText,
  Subject: optionalText,
  Tag: optionalText,
  HtmlBody: optionalText,
  TextBody: optionalText,
  MessageStream: optionalText,
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Metadata: z.record(z.string(), z.string()).nullish(),
  Attachments: z
    .array(z.object({ Name: z.string(), Content: z.string(), ContentType: z.string() }))
    .nullish(),
});

export interface Accepted {
  To: string;
  SubmittedAt: string;
  MessageID: string;
  ErrorCode: 0;
  Message: 'OK';
}

const MAX_RECIPIENTS = 50;
const MAX_BODY_LENGTH = 5_000_000;

/** Accepts a message as Postmark does. @throws PostmarkError for messages that Postmark rejects */
export function acceptMail(sandbox: Sandbox, token: string, body: unknown): Accepted {
  const parsed = message.safeParse(body);
  if (!parsed.success) throw wrongJson(z.prettifyError(parsed.error).replaceAll(/\s+/g, ' '));
  const { data } = parsed;
  const [from] = readAddresses(data.From ?? undefined, 'From');
  if (from === undefined) throw invalidRequest("Invalid 'From' address: ''.");
  const to = readAddresses(data.To ?? undefined, 'To');
  const cc = readAddresses(data.Cc ?? undefined, 'Cc');
  const bcc = readAddresses(data.Bcc ?? undefined, 'Bcc');
  checkRecipients(
    [...to, ...cc, ...bcc].map(({ Email }) => Email),
    sandbox.mailRules.inactive,
  );
  checkContent(data.TextBody, data.HtmlBody);
  const metadata = data.Metadata ?? {};
  checkMetadata(metadata);
  for (const text of [
    data.Subject,
    data.Tag,
    ...(data.Headers ?? []).flatMap(({ Name, Value }) => [Name, Value]),
  ])
    if (text && /[\r\n]/.test(text))
      throw invalidRequest('Line breaks are not allowed in a subject, a tag or a header.');

  const receivedAt = new Date();
  const mail: Mail = {
    id: randomUUID(),
    token,
    from: data.From ?? '',
    to,
    cc,
    bcc,
    replyTo: data.ReplyTo ?? null,
    subject: data.Subject ?? '',
    textBody: data.TextBody ?? null,
    htmlBody: data.HtmlBody ?? null,
    tag: data.Tag ?? null,
    headers: (data.Headers ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
    metadata,
    attachments: (data.Attachments ?? []).map(({ Name, Content, ContentType }) => ({
      name: Name,
      contentType: ContentType,
      size: Buffer.byteLength(Content, 'base64'),
    })),
    messageStream: data.MessageStream ?? 'outbound',
    receivedAt: receivedAt.toISOString(),
    searchableAt: receivedAt.getTime() + sandbox.mailRules.searchLagMs,
  };
  sandbox.store.mails.put(mail);
  return {
    To: data.To ?? '',
    SubmittedAt: mail.receivedAt,
    MessageID: mail.id,
    ErrorCode: 0,
    Message: 'OK',
  };
}

function checkRecipients(emails: string[], inactive: string[]): void {
  if (emails.length === 0) throw invalidRequest('Zero recipients specified');
  if (emails.length > MAX_RECIPIENTS)
    throw invalidRequest(`Too many recipients: at most ${MAX_RECIPIENTS} are allowed.`);
  const found = emails.filter((email) => inactive.includes(email.toLowerCase()));
  if (found.length > 0 && found.length === emails.length)
    throw new PostmarkError(
      406,
      `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${found.join(', ')}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`,
    );
}

function checkContent(text: string | null | undefined, html: string | null | undefined): void {
  if (!text && !html) throw invalidRequest('Provide either email TextBody or HtmlBody or both.');
  if ((text?.length ?? 0) > MAX_BODY_LENGTH || (html?.length ?? 0) > MAX_BODY_LENGTH)
    throw invalidRequest('The TextBody and the HtmlBody may have at most 5 MB each.');
}

function checkMetadata(metadata: Record<string, string>): void {
  const entries = Object.entries(metadata);
  if (entries.length > 10) throw invalidRequest('Metadata may have at most 10 fields.');
  for (const [name, value] of entries) {
    if (name.length > 20) throw invalidRequest(`Metadata field name '${name}' is longer than 20 characters.`);
    if (value.length > 80) throw invalidRequest(`Metadata value of '${name}' is longer than 80 characters.`);
  }
}
