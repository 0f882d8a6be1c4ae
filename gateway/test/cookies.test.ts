import { expect, it } from '@jest/globals';
import fastify from 'fastify';
import { readPreviewToken, savePreview } from '../src/previews/preview-cookie.ts';
import type { Preview } from '../src/previews/previews.ts';
import { readBucket, saveBucket } from '../src/releases/visitor-bucket.ts';

it.each([true, false])(
  "the gateway's own cookies belong to this host alone (production: %s)",
  async (isProduction) => {
    const preview = { token: 'opened', expiresAt: Date.now() + 60_000 } as Preview;
    const app = fastify();
    app.get('/', (request, reply) => {
      savePreview(reply, preview, isProduction);
      saveBucket(reply, 7, isProduction);
      return { preview: readPreviewToken(request, isProduction), bucket: readBucket(request, isProduction) };
    });
    const first = await app.inject('/');
    const set = [first.headers['set-cookie']].flat().map(String);
    expect(set).toHaveLength(2);
    const prefix = isProduction ? '__Host-' : '';
    for (const cookie of set) {
      expect(cookie.startsWith(`${prefix}release-`)).toBe(true);
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/);
      expect(cookie.endsWith('; Secure')).toBe(isProduction);
      // Browsers reject the `__Host-` prefix with a domain.
      expect(cookie).not.toContain('Domain');
    }
    const sent = (cookie: string) =>
      app.inject({ url: '/', headers: { cookie } }).then((reply) => reply.json<unknown>());
    const back = set.map((cookie) => cookie.split(';')[0]).join('; ');
    expect(await sent(back)).toEqual({ preview: 'opened', bucket: 7 });
    const planted = await sent('release-preview=planted; release-bucket=9');
    expect(planted).toEqual(
      isProduction ? { preview: null, bucket: null } : { preview: 'planted', bucket: 9 },
    );
    await app.close();
  },
);
