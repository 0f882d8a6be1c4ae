import { findPattern } from '@leadping/contracts/route-match';
import { ROUTES } from '@leadping/contracts/routes';
import type { BrowserContext, Response } from '@playwright/test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The data of the screens, recorded from a running platform: the time, its names, and every reply by user and call.
 */
export interface Recording {
  /** The time of recording. The pages' clock is set to it. */
  at: number;
  names: Record<string, string>;
  replies: Record<string, Record<string, Reply>>;
}

interface Reply {
  status: number;
  body: unknown;
}

const FILE = join(import.meta.dirname, 'recording.json');
/** Placeholder for the platform's own address, which differs in each run. */
const HERE = 'http://platform.invalid';

/**
 * @param slug of the reseller who exists now. Replaces the recorded slug in requests to the gateway, but not on
 * dashboards, which would look different in each run.
 */
export async function readRecording(publicUrl: string, slug: string): Promise<Recording> {
  const text = await readFile(FILE, 'utf8');
  const recording = JSON.parse(text.replaceAll(HERE, publicUrl)) as Recording;
  const recorded = recording.names.slug ?? slug;
  const visitor = JSON.stringify(recording.replies.visitor ?? {}).replaceAll(recorded, slug);
  return {
    ...recording,
    names: { ...recording.names, slug },
    replies: { ...recording.replies, visitor: JSON.parse(visitor) as Record<string, Reply> },
  };
}

export async function writeRecording(recording: Recording, publicUrl: string): Promise<void> {
  const sorted = {
    ...recording,
    replies: Object.fromEntries(
      Object.entries(recording.replies).map(([reader, replies]) => [
        reader,
        Object.fromEntries(Object.entries(replies).sort(([a], [b]) => a.localeCompare(b))),
      ]),
    ),
  };
  await writeFile(FILE, `${JSON.stringify(sorted, null, 1).replaceAll(publicUrl, HERE)}\n`);
}

const callOf = (method: string, url: string) => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
};

/** Records the last reply to each call of the context's pages. The returned function waits for all replies. */
export function recordReplies(context: BrowserContext, replies: Record<string, Reply>): () => Promise<void> {
  const pending: Promise<void>[] = [];
  context.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/api/')) return;
    pending.push(keep(response, replies));
  });
  return async () => {
    await Promise.all(pending);
  };
}

async function keep(response: Response, replies: Record<string, Reply>): Promise<void> {
  const call = callOf(response.request().method(), response.url());
  const text = await response.text().catch(() => '');
  replies[call] = { status: response.status(), body: text === '' ? null : (parsed(text) ?? text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return;
  }
}

/** How recorded replies are replayed: unchanged, never, as errors, or empty. */
export type State = 'full' | 'loading' | 'error' | 'empty';

/** Session calls are replayed unchanged in every state. */
const SESSION_CALLS = ['GET /api/user', 'GET /api/resellers/me'];
const UNAVAILABLE: Reply = {
  status: 503,
  body: { message: 'Service unavailable', code: 'SERVICE_UNAVAILABLE', requestId: 'recorded' },
};

function inState(call: string, reply: Reply | undefined, state: State): Reply | undefined {
  if (state === 'full' || SESSION_CALLS.includes(call)) return reply;
  if (state === 'loading') return;
  return state === 'error' ? UNAVAILABLE : reply && { ...reply, body: emptied(reply.body) };
}

function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Array.isArray(value)) return [name, []];
      return [name, name === 'total' ? 0 : value];
    }),
  );
}

/** Replies to calls from the recording. A call without a recording stays pending. */
export async function replayReplies(
  context: BrowserContext,
  replies: Record<string, Reply>,
  stateNow: () => State,
): Promise<void> {
  await context.route(/^[^?]*\/api\//, async (route) => {
    const call = callOf(route.request().method(), route.request().url());
    const reply = inState(call, replies[call], stateNow());
    if (!reply) return;
    const isText = typeof reply.body === 'string';
    await route.fulfill({
      status: reply.status,
      contentType: isText ? 'text/plain' : 'application/json',
      body: isText ? (reply.body as string) : JSON.stringify(reply.body),
    });
  });
}

/** Lists recorded calls whose reply no longer satisfies the contract. Record again if there are any. */
export function outdatedReplies({ replies }: Recording): string[] {
  return Object.entries(replies).flatMap(([reader, calls]) =>
    Object.entries(calls).flatMap(([call, { status, body }]) => {
      const [method = '', address = ''] = call.split(' ');
      const path = address.split('?')[0] ?? '';
      const route = findPattern(
        ROUTES.filter((one) => one.method === method),
        path,
        (one) => one.path,
      );
      if (!route) return [`${reader}: ${call} is no call of the platform`];
      const schema = route.replies[status];
      if (!schema || body === null || typeof body === 'string') return [];
      const { success, error } = schema.safeParse(body);
      return success ? [] : [`${reader}: ${call}: ${error.message}`];
    }),
  );
}
