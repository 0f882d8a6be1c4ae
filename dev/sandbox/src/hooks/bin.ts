import { z } from 'zod';

/** How an inbox answers. */
export const hookRule = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  /** How many requests get this answer before it is 200 again; without it all of them. */
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).max(600_000).default(0),
  /** Answers with a redirect to here (status 302 unless a 3xx is asked for). */
  redirectTo: z.string().min(1).max(2_000).optional(),
  body: z.string().max(1_000_000).default('ok'),
});
export type HookRule = z.output<typeof hookRule>;

/** An inbox for outgoing webhooks; it exists once something was asked of it. */
export interface HookBin {
  id: string;
  rule: HookRule | null;
}

/** One request that an inbox got, exactly as it came. */
export interface HookRequest {
  id: string;
  bin: string;
  receivedAt: string;
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The body as JSON; null where it is none. */
  json: unknown;
  /** What it was answered with. */
  status: number;
}
