import { CheckFailed, confirm } from './check.ts';

const TIMEOUT_MS = 4000;

export interface Answer {
  status: number;
  body: unknown;
}

/** Calls the platform as anybody outside would. */
export interface ApiClient {
  call: (
    path: string,
    options?: { method?: string; json?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer>;
  /** Calls and compares the status. @throws {CheckFailed} */
  expectStatus: (expected: number, ...call: Parameters<ApiClient['call']>) => Promise<Answer>;
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
      const answer = await call(path, options);
      confirm(answer.status === expected, `${path} answered ${answer.status}, expected ${expected}`);
      return answer;
    },
  };
}

/** What a contract's schema says of an answer. @throws {CheckFailed} */
export function readAs<T>(schema: { parse: (body: unknown) => T }, { body }: Answer): T {
  try {
    return schema.parse(body);
  } catch (cause) {
    throw new CheckFailed('the answer does not have the shape of its contract', { cause });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
