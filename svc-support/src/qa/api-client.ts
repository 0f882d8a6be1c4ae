import { CheckFailed, confirm } from './check.ts';

const TIMEOUT_MS = 4000;

export interface Reply {
  status: number;
  body: unknown;
}

/** Calls the platform like any outside client. */
export interface ApiClient {
  call: (
    path: string,
    options?: { method?: string; json?: unknown; headers?: Record<string, string> },
  ) => Promise<Reply>;
  /**
   * Calls and compares the status.
   * @throws {CheckFailed}
   */
  expectStatus: (expected: number, ...call: Parameters<ApiClient['call']>) => Promise<Reply>;
}

export function buildApiClient(publicUrl: string): ApiClient {
  const call: ApiClient['call'] = async (path, { method, json, headers = {} } = {}) => {
    const hasBody = json !== undefined;
    const reply = await fetch(`${publicUrl}${path}`, {
      method: method ?? (hasBody ? 'POST' : 'GET'),
      headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { body: JSON.stringify(json) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const text = await reply.text();
    return { status: reply.status, body: readJson(text) };
  };
  return {
    call,
    expectStatus: async (expected, path, options) => {
      const reply = await call(path, options);
      confirm(reply.status === expected, `${path} replied ${reply.status}, expected ${expected}`);
      return reply;
    },
  };
}

/**
 * Parses a reply with a contract's schema.
 * @throws {CheckFailed}
 */
export function readAs<T>(schema: { parse: (body: unknown) => T }, { body }: Reply): T {
  try {
    return schema.parse(body);
  } catch (cause) {
    throw new CheckFailed('the reply does not have the shape of its contract', { cause });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
