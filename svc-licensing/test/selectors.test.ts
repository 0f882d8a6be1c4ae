import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getStoreUrl, setStoreUrl } from '@leadping/contracts/licensing/requests';
import { send } from '@leadping/test-kit/send';
import { ADMIN } from '@leadping/test-kit/people';
import { storeUrlModel } from '../src/store-url/store-url.model.ts';
import { startLicensing, type Licensing } from './licensing.ts';

const EXAMPLE = JSON.stringify({
  profile: {
    name: '.name',
    headline: '.headline',
    location: '.location',
    company: '.company',
    about: '#about',
  },
  navigation: { connectButton: '.connect', messageButton: '.message', moreButton: '.more' },
  contact: { emailField: '.email', phoneField: '.phone' },
});

describe('selectors and store address', () => {
  let licensing: Licensing;
  beforeAll(async () => {
    licensing = await startLicensing();
  });
  afterAll(() => licensing.close());

  const save = (selectors: unknown) => licensing.as(ADMIN, '/api/selectors', { json: { selectors } });
  const readPublic = (headers: Record<string, string> = {}) =>
    send(`${licensing.url}/api/public/selectors`, { headers });

  it('the public reply before the first save is an empty object', async () => {
    expect((await readPublic()).body).toEqual({ selectors: '{}', version: 0 });
  });

  it('the saved text is returned unchanged, to the admin and in public [S3.30] [S7.34] [S7.35] [S7.36] [R-licenses.23]', async () => {
    const text = `{\n  "profile": { "name": "main [title=\\"naïve\\"]", "connections": [".a", "ul > li.count"] }\n}`;
    expect((await save(text)).status).toBe(200);
    expect((await licensing.as(ADMIN, '/api/selectors')).body).toMatchObject({ selectors: text });
    expect((await readPublic()).body).toEqual({ selectors: text, version: 1 });
  });

  it('the public reply has an ETag, is 304 for the same ETag and allows every origin [R-licenses.24] [R-licenses.25]', async () => {
    await save(EXAMPLE);
    const first = await readPublic({ origin: 'https://profiles.example' });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const etag = first.headers.get('etag') ?? '';
    const second = await readPublic({ 'if-none-match': etag });
    expect(second.status).toBe(304);
    expect(second.body).toBe('');
    expect((await readPublic({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    await save('{"profile":{"name":".new"}}');
    const changed = await readPublic({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('versions are kept, and an earlier version can be restored as the newest [R-licenses.26]', async () => {
    await save('{"a":".one"}');
    await save('{"a":".two"}');
    const listed = (await licensing.as(ADMIN, '/api/selectors/versions')).body as {
      version: number;
      selectors: string;
      savedBy: string;
    }[];
    expect(listed.slice(0, 2).map(({ selectors }) => selectors)).toEqual(['{"a":".two"}', '{"a":".one"}']);
    expect(listed[0]!.savedBy).toBe('admin');
    const restored = await licensing.as(ADMIN, '/api/selectors/restore', {
      json: { version: listed[1]!.version },
    });
    expect(restored.body).toMatchObject({ version: listed[0]!.version + 1 });
    expect((await readPublic()).body).toMatchObject({ selectors: '{"a":".one"}' });
    expect((await licensing.as(ADMIN, '/api/selectors/restore', { json: { version: 9999 } })).status).toBe(
      404,
    );
  });

  it('ten parallel saves create ten versions', async () => {
    const read = async () =>
      ((await licensing.as(ADMIN, '/api/selectors')).body as { version: number }).version;
    const before = await read();
    const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => save(`{"a":".n${index}"}`)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await read()).toBe(before + 10);
  });

  it.each([
    ['polluted', '{"__proto__":{"isAdmin":true}}'],
    ['polluted deeper', '{"a":{"constructor":{"prototype":{"x":1}}}}'],
    ['no JSON', '{"a":'],
    ['empty', '   '],
    ['an array', '["a"]'],
    ['text', '"a"'],
    ['nested too deep', '{"a":{"b":{"c":{"d":{"e":{"f":"x"}}}}}}'],
    ['with a selector that is too long', JSON.stringify({ a: 'x'.repeat(201) })],
    [
      'with too many selectors',
      JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`k${i}`, 'x']))),
    ],
    ['with nine selectors in a field', JSON.stringify({ profile: { name: Array(9).fill('h1') } })],
    ['with a number in a field', '{"profile":{"name":1}}'],
    ...[
      'div ~ div',
      'a + b',
      '*',
      'main:has(h1)',
      'h1::before',
      'a,b',
      'a b c d e',
      '',
      'div[a=b]',
      '> h1',
      'p:nth-child(2n+1)',
      'p:line(2) a',
    ].map((selector): [string, string] => [
      `outside the grammar (${selector})`,
      JSON.stringify({ a: selector }),
    ]),
    ['not text', { a: 1 }],
  ])('selectors that are %s are refused, and the saved ones are kept', async (_name, selectors) => {
    await save(EXAMPLE);
    const reply = await save(selectors);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await readPublic()).body).toMatchObject({ selectors: EXAMPLE });
  });

  it('selectors can name the top card, the button, positions, lines and the path of a profile', async () => {
    const text = JSON.stringify({
      profile: { topCard: '[componentkey$="Topcard"]', headline: [':line(3)', 'p:nth-of-type(2)'] },
      navigation: {
        pingButton: '.actions',
        personShown: 'a[href*="/in/{slug}/"]',
        profilePath: '/in/{slug}',
      },
    });
    expect((await save(text)).status).toBe(200);
    const refused = await save('{"navigation":{"profilePath":["/in/{slug}","main h1"]}}');
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(/^navigation\.profilePath: A path/),
    });
    expect((await readPublic()).body).toMatchObject({ selectors: text });
  });

  it('the error for a refused selector names its field', async () => {
    expect((await save('{"profile":{"connections":["main ~ a"]}}')).body).toMatchObject({
      message: expect.stringMatching(/^profile\.connections: /),
    });
  });

  it('selectors over 64 kB are refused', async () => {
    const big = JSON.stringify(
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`k${i}`, 'x'.repeat(900)])),
    );
    expect(big.length).toBeGreaterThan(64 * 1024);
    expect((await save(big)).status).toBe(413);
  });

  it('the store address is the listing by default, and otherwise the address in the settings [S7.54] [S3.09]', async () => {
    const read = async () => (await send(`${licensing.url}/api/chrome-store-url`)).body;
    const listing = /^https:\/\/chromewebstore\.google\.com\/detail\/leadping\/[a-p]{32}$/;
    expect(await read()).toEqual({ chromeWebStoreUrl: expect.stringMatching(listing) });
    expect(await licensing.commerce.bus.request(getStoreUrl, {})).toEqual(await read());
    const chromeWebStoreUrl = 'https://chromewebstore.google.com/detail/leadping/abcdefghijklmnop';
    await licensing.commerce.bus.request(setStoreUrl, { chromeWebStoreUrl });
    expect(await read()).toEqual({ chromeWebStoreUrl });
    expect(await licensing.commerce.bus.request(getStoreUrl, {})).toEqual({ chromeWebStoreUrl });
    expect(setStoreUrl.request.safeParse({ chromeWebStoreUrl: 'javascript:alert(1)' }).success).toBe(false);

    // As versions took it that asked for no host.
    await storeUrlModel(licensing.database).updateOne({}, { url: 'https://evil.example/leadping' });
    expect(await read()).toEqual({ chromeWebStoreUrl: expect.stringMatching(listing) });
  });
});
