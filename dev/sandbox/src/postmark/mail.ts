export interface Mail {
  id: string;
  /** The server token of the sender. Each token sees only its own mails. */
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
  /** The time from which `/messages/outbound` finds it, in ms since 1970. */
  searchableAt: number;
}

export interface Recipient {
  Email: string;
  Name: string;
}
