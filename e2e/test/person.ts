import { randomBytes } from 'node:crypto';
import type { Platform } from '../platform.ts';

/** A user with a cookie jar who calls the platform like its own pages do. */
export function person({ publicUrl }: Platform) {
  let cookie = '';
  // A unique address per user, because an address has three sign-in attempts in ten seconds.
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const call = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const isForm = body instanceof FormData;
    const answer = await fetch(publicUrl + path, {
      method,
      headers: {
        origin: publicUrl,
        'x-forwarded-for': address,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const [set] = answer.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    if (answer.headers.get('content-type')?.startsWith('text/csv')) return text as T;
    return (text ? JSON.parse(text) : undefined) as T;
  };
  return {
    call,
    cookie: () => cookie,
    signIn: (username: string, password: string) => call('/api/login', 'POST', { username, password }),
  };
}
