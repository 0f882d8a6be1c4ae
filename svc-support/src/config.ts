import { KeyList, ServiceConfig } from '@leadping/service-kit/process/config';
import { z } from 'zod';

export const SupportConfig = ServiceConfig.extend({
  /** Seals one-time passwords and links on their way into a mail: shared by identity and support. */
  CREDENTIAL_SEAL_KEYS: KeyList,
  /** Seals license keys in events and beside the orders: shared by licensing, commerce and support. */
  LICENSE_KEY_SEAL_KEYS: KeyList,
  POSTMARK_SERVER_TOKEN: z.string().min(8),
  /** Where Postmark's API is: its own address, or a sandbox that speaks it. */
  POSTMARK_API_BASE: z.url({ protocol: /^https?$/ }).default('https://api.postmarkapp.com'),
  /** The address every mail comes from; Postmark must know it as a sender. */
  MAIL_FROM: z.email(),
  /**
   * Seconds that one attempt to send a mail may last. When they run out without a reply, Postmark is asked whether the
   * mail went: longer than Postmark's own search lags behind.
   */
  MAIL_LEASE_SECONDS: z.coerce.number().min(1).max(600).default(60),
  /** The browser of the QA run; without it the usual places are searched. */
  QA_BROWSER_PATH: z.string().optional(),
});
export type SupportConfig = z.infer<typeof SupportConfig>;
