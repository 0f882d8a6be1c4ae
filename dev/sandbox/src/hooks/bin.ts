import { z } from 'zod';

export const hookRule = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  /** The number of requests with this reply before the inbox replies 200 again. Without it all of them. */
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Replies with a redirect to this address (status 302 unless `status` is another 3xx). */
  redirectTo: z.string().min(1).max(2_000).optional(),
  body: z.string().max(1_000_000).default('ok'),
});
export type HookRule = z.output<typeof hookRule>;

/** An inbox for outgoing webhooks. Its first use creates it. */
export interface HookBin {
  id: string;
  rule: HookRule | null;
}

export interface HookRequest {
  id: string;
  bin: string;
  receivedAt: string;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The body as JSON. Null if it is not JSON. */
  json: unknown;
  status: number;
}
