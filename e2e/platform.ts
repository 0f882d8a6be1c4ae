import { untilFound } from '@leadping/test-kit/until';

export { untilFound as until };

/**
 * Client of a running stack for tests: the platform through its public address, and the sandbox through its own
 * calls.
 */
export interface Platform {
  publicUrl: string;
  sandboxUrl: string;
}

export function runningPlatform(): Platform {
  const { PUBLIC_URL, SANDBOX_URL } = process.env;
  if (!PUBLIC_URL || !SANDBOX_URL) throw new Error('the global set-up did not start a stack');
  return { publicUrl: PUBLIC_URL, sandboxUrl: SANDBOX_URL };
}

export interface Mail {
  id: string;
  to: string;
  from: string;
  subject: string;
  textBody: string;
  htmlBody: string;
}

type Outcome = 'paid' | 'unpaid' | 'async_paid' | 'async_failed' | 'declined';

async function callJson<T>(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** The session in a payment page's address. */
export function sessionOf(payUrl: string): string {
  return new URL(payUrl).pathname.split('/').at(-1) ?? '';
}

export function platformClient({ publicUrl, sandboxUrl }: Platform) {
  const mailsTo = (to: string) => callJson<Mail[]>(`${sandboxUrl}/mailbox?to=${encodeURIComponent(to)}`);
  return {
    call: <T>(path: string, method?: string, body?: unknown, headers?: Record<string, string>) =>
      callJson<T>(`${publicUrl}${path}`, method, body, headers),
    sandbox: <T>(path: string, method?: string, body?: unknown) =>
      callJson<T>(`${sandboxUrl}${path}`, method, body),
    /** Starts a checkout as a visitor at `address` and returns the provider's session. */
    startCheckout: async (address: string, code?: string): Promise<string> => {
      const { url } = await callJson<{ url: string }>(
        `${publicUrl}/api/create-main-checkout`,
        'POST',
        { successUrl: `${publicUrl}/success`, cancelUrl: `${publicUrl}/`, code },
        { 'x-forwarded-for': address },
      );
      return sessionOf(url);
    },
    /** @param country of the buyer, which a seller with tax needs */
    pay: (session: string, email: string, outcome: Outcome = 'paid', country?: string) =>
      callJson<unknown>(`${sandboxUrl}/pay/${session}`, 'POST', { email, outcome, country }),
    mailsTo,
    /** Confirms the address of a ticket with the mailed link. */
    confirmTicket: async (ticketNumber: string, email: string): Promise<void> => {
      const link = new RegExp(`/ticket/${ticketNumber}#confirm=(\\S+)`);
      const secret = await untilFound(`the link of ${ticketNumber} is mailed`, async () =>
        (await mailsTo(email)).map(({ textBody }) => link.exec(textBody)?.[1]).find(Boolean),
      );
      await callJson(`${publicUrl}/api/support/ticket/${ticketNumber}/confirmation`, 'POST', {
        email,
        secret,
      });
    },
  };
}

/** A license key in its displayed form. */
export const LICENSE_KEY = /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){7}\b/;
