/** A mail that was accepted. */
export interface Mail {
  /** Postmark's MessageID. */
  id: string;
  /** The server token that sent it: each token sees its own mails only. */
  token: string;
  from: string;
  to: Recipient[];
  cc: Recipient[];
  bcc: Recipient[];
  replyTo: string | null;
  subject: string;
  textBody: string | null;
  htmlBody: string | null;
  tag: string | null;
  headers: { name: string; value: string }[];
  metadata: Record<string, string>;
  attachments: { name: string; contentType: string; size: number }[];
  messageStream: string;
  receivedAt: string;
  /** From when on `/messages/outbound` finds it; milliseconds since 1970. */
  searchableAt: number;
}

export interface Recipient {
  Email: string;
  Name: string;
}
