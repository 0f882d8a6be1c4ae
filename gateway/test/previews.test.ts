import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPreview, listReleases, uploadReleaseFile } from '@leadping/contracts/gateway/release-routes';
import { ROUTES } from '@leadping/contracts/routes';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { ReleaseDocument } from '@leadping/contracts/release';
import { until } from '@leadping/test-kit/until';
import { aBuild, aShell, type Build } from './builds.ts';
import { errorOf, OWN_ORIGIN, startGateway, type StackUnderTest } from './gateway.ts';
import { releaseBearer, RELEASES, upload as uploadAt } from './release-calls.ts';

const foreign = { authorization: `Bearer ${'b'.repeat(40)}` };

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell(),
      aBuild({ name: 'mfe-storefront', routes: ['/', '/offers/:id'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
    ],
  });
});
afterAll(() => gateway.close());

const upload = (build: Build) => uploadAt(gateway, build);

const create = ({ manifest }: Build, headers: Record<string, string> = releaseBearer) =>
  gateway.call(`${RELEASES}/preview`, { json: { build: manifest }, headers });

const versionAt = async (cookie = '') => {
  const reply = await gateway.call('/remotes.json', { headers: { cookie } });
  return ReleaseDocument.parse(reply.json()).remotes['mfe-storefront']?.version;
};

const signIn = (actor: Parameters<StackUnderTest['signIn']>[0] = { role: 'admin' }) =>
  `session=${gateway.signIn(actor)}`;

/** Presses the button of the page that a link opens. */
const agree = (url: string, session: string, { origin = OWN_ORIGIN, body = 'agree=yes' } = {}) => {
  const { pathname, search } = new URL(url);
  return gateway.call(pathname + search, {
    method: 'POST',
    body,
    headers: { cookie: session, origin, 'content-type': 'application/x-www-form-urlencoded' },
  });
};

/** Opens a link and agrees, as a developer's browser does. Returns the cookie. */
async function open(url: string, session = signIn()) {
  const reply = await agree(url, session);
  const kept = String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { reply, kept, cookie: [session, kept].filter(Boolean).join('; ') };
}

describe('a preview', () => {
  const build = aBuild({
    name: 'mfe-storefront',
    version: '0.0.0-pr-12.1',
    routes: ['/', '/offers/:id', '/new'],
  });
  let url: string;
  beforeAll(async () => {
    await upload(build);
    const reply = await create(build);
    expect(reply.status).toBe(201);
    url = (reply.json() as unknown as { url: string }).url;
  });

  it('is shown with a badge only to the browser that opened its link', async () => {
    const { reply, cookie } = await open(url);
    expect(reply).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/);
    expect(await versionAt(cookie)).toBe('0.0.0-pr-12.1');
    const page = await gateway.call('/new', { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Preview of mfe-storefront@0.0.0-pr-12.1');
    expect(page.text).toContain(`/assets/mfe-storefront/0.0.0-pr-12.1/${build.manifest.entry}`);

    expect(await versionAt()).toBe('1.0.0');
    const others = await gateway.call('/new');
    expect(others.status).toBe(404);
    expect(others.text).not.toContain('Preview of');
  });

  it.each([
    ['nobody', () => ''],
    ['a reseller', () => signIn({ role: 'reseller' })],
    ['support staff', () => signIn({ role: 'support' })],
  ])('a link does nothing for %s', async (_who, session) => {
    const { reply, kept } = await open(url, session());
    expect(reply).toMatchObject({ status: 303, headers: { location: '/auth' } });
    expect(kept).toBe('');
  });

  it('is not shown with another person’s cookie, without a sign-in, or with the link’s token as cookie', async () => {
    const { kept, cookie } = await open(url, signIn({ role: 'admin', userId: 'dev-1' }));
    expect(await versionAt(cookie)).toBe('0.0.0-pr-12.1');
    expect(await versionAt(kept)).toBe('1.0.0');
    expect(await versionAt(`${signIn({ role: 'admin', userId: 'dev-2' })}; ${kept}`)).toBe('1.0.0');
    expect(await versionAt(`${signIn({ role: 'reseller', userId: 'dev-1' })}; ${kept}`)).toBe('1.0.0');
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await versionAt(`${signIn()}; release-preview=${token}`)).toBe('1.0.0');
  });

  it('asks for consent on its own page before it sets a cookie or shows anything', async () => {
    const { pathname, search } = new URL(url);
    const asked = await gateway.call(pathname + search, { headers: { cookie: signIn() } });
    expect(asked).toMatchObject({ status: 200 });
    expect(asked.text).toContain('made by release token');
    expect(asked.text).toContain('name="agree"');
    expect(asked.headers['set-cookie']).toBeUndefined();
    expect(asked.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    for (const origin of ['https://evil.example', 'null', 'http://acme.localhost:8080']) {
      const reply = await agree(url, signIn(), { origin });
      expect(errorOf(reply)).toBe('403 ORIGIN_REFUSED');
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is shown to the admin who made it and to another admin who agrees', async () => {
    const maker = gateway.signIn({ role: 'admin', userId: 'dev-1', username: 'dev<1>' });
    const created = await gateway.call(`${RELEASES}/preview`, {
      json: { build: build.manifest },
      session: maker,
      headers: { origin: OWN_ORIGIN },
    });
    const { url: own } = created.json() as unknown as { url: string };
    const other = signIn({ role: 'admin', userId: 'dev-2' });
    const { pathname, search } = new URL(own);
    const asked = async (cookie: string) =>
      (await gateway.call(pathname + search, { headers: { cookie } })).text;
    expect(await asked(`session=${maker}`)).not.toContain('name="agree"');
    expect(await asked(other)).toContain('made by dev&lt;1&gt;');

    const refused = await agree(own, other, { body: '' });
    expect(refused).toMatchObject({ status: 303, headers: { location: pathname + search } });
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect(String((await agree(own, other)).headers['set-cookie'])).toContain('release-preview=');
    const byMaker = await agree(own, `session=${maker}`, { body: '' });
    expect(String(byMaker.headers['set-cookie'])).toContain('release-preview=');
  });

  it('opens at the first path of its build', async () => {
    const everything = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-16.1', routes: ['/*'] });
    await upload(everything);
    const created = (await create(everything)).json() as unknown as { url: string };
    const { reply } = await open(created.url);
    expect(reply).toMatchObject({ status: 303, headers: { location: '/' } });
  });

  it('leaves an entry in the audit log for each browser that opens it', async () => {
    const entries = await gateway.identity.collect(auditRecorded('gateway'));
    await open(url, signIn({ role: 'reseller', username: 'acme-owner' }));
    await open(url, signIn({ role: 'admin', username: 'dev' }));
    const opened = () =>
      entries.find(({ action, actor }) => action === 'POST /__preview' && actor.username === 'dev');
    await until(() => opened() !== undefined);
    expect(opened()).toMatchObject({ target: 'mfe-storefront@0.0.0-pr-12.1' });
    expect(JSON.stringify(entries)).not.toContain('acme-owner');
  });

  it('ends with one click', async () => {
    const { cookie } = await open(url);
    const reply = await gateway.call('/__preview/off', { headers: { cookie } });
    expect(reply.status).toBe(303);
    expect(String(reply.headers['set-cookie'])).toMatch(/^release-preview=; Path=\/; Max-Age=0/);
  });

  it('is in no channel and can be released like any build', async () => {
    const released = (await gateway.call(RELEASES, { headers: releaseBearer })).json() as unknown as {
      apps: { name: string; stable: string; canary: unknown }[];
    };
    expect(released.apps.find(({ name }) => name === 'mfe-storefront')).toMatchObject({
      stable: '1.0.0',
      canary: null,
    });
  });

  it.each([
    [
      'of a stranger',
      (token: string) => `${token.split('.')[0]}.${Buffer.alloc(64, 7).toString('base64url')}`,
    ],
    [
      'with other claims',
      (token: string) => `${Buffer.from('{"app":"shell"}').toString('base64url')}.${token.split('.')[1]}`,
    ],
    ['of nothing', () => 'nonsense'],
  ])('a link %s does nothing', async (_, change) => {
    const token = change(new URL(url).searchParams.get('token') ?? '');
    const { reply, kept } = await open(`http://localhost/__preview?token=${token}`);
    expect(reply).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(kept).toBe('');
    expect(await versionAt(`${signIn()}; release-preview=${token}`)).toBe('1.0.0');
  });

  it('is refused with a token of another remote, without a token, and with missing files', async () => {
    expect(errorOf(await create(build, foreign))).toBe('403 FORBIDDEN');
    expect((await create(build, {})).status).toBe(401);
    const missing = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-13.1', routes: ['/'] });
    expect(errorOf(await create(missing))).toBe('409 RELEASE_REFUSED');
    const clash = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-14.1', routes: ['/support'] });
    await upload(clash);
    expect(errorOf(await create(clash))).toBe('409 RELEASE_REFUSED');
  });
});

describe('a token for previews', () => {
  const bearer = { authorization: `Bearer ${'p'.repeat(40)}` };
  const build = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-15.1', routes: ['/', '/offers/:id'] });

  it('can upload a build of its app and create a link to it', async () => {
    await uploadAt(gateway, build, bearer);
    const reply = await create(build, bearer);
    expect(reply.status).toBe(201);
    const { url } = reply.json() as unknown as { url: string };
    const { cookie } = await open(url);
    expect(await versionAt(cookie)).toBe('0.0.0-pr-15.1');
    expect(await versionAt()).toBe('1.0.0');
    expect((await gateway.call(RELEASES, { headers: bearer })).status).toBe(200);
  });

  it('is refused for every other call of the registry', async () => {
    const own: unknown[] = [listReleases, createPreview, uploadReleaseFile];
    const others = ROUTES.filter((route) => route.access === 'publisher' && !own.includes(route));
    expect(others.length).toBeGreaterThan(8);
    for (const { method, path } of others) {
      const target = path.replace(':app', 'mfe-storefront').replace(':version', '1.0.0');
      const reply = await gateway.call(target, { method, headers: bearer });
      expect(`${method} ${path}: ${errorOf(reply)}`).toBe(`${method} ${path}: 403 FORBIDDEN`);
    }
    expect(await versionAt()).toBe('1.0.0');
  });

  it('can use neither the path of a release nor another app', async () => {
    const next = aBuild({ name: 'mfe-storefront', version: '7.0.0', routes: ['/', '/offers/:id'] });
    await expect(uploadAt(gateway, next, bearer)).rejects.toThrow(/FORBIDDEN/);
    await upload(next);
    expect(errorOf(await create(next, bearer))).toBe('403 FORBIDDEN');
    const other = aBuild({ name: 'mfe-support', version: '0.0.0-pr-15.2', routes: ['/support'] });
    await expect(uploadAt(gateway, other, bearer)).rejects.toThrow(/FORBIDDEN/);
  });
});

describe('an override', () => {
  const address = 'http://localhost:4507';
  const build = aBuild({ name: 'mfe-storefront', version: '0.0.0-local.1', routes: ['/', '/offers/:id'] });
  const override = (json: object, headers: Record<string, string> = releaseBearer) =>
    gateway.call(`${RELEASES}/preview`, { json: { build: build.manifest, ...json }, headers });

  it('shows one signed-in developer the build on their own machine, with integrity checks', async () => {
    const reply = await override({ address });
    expect(reply.status).toBe(201);
    const { cookie } = await open((reply.json() as unknown as { url: string }).url);
    const page = await gateway.call('/', { headers: { cookie } });
    const remote = ReleaseDocument.parse(
      (await gateway.call('/remotes.json', { headers: { cookie } })).json(),
    ).remotes['mfe-storefront'];
    const entry = build.manifest.files.find(({ path }) => path === build.manifest.entry);
    expect(remote).toMatchObject({
      entry: `${address}/assets/mfe-storefront/0.0.0-local.1/${build.manifest.entry}`,
      integrity: entry?.integrity,
    });
    expect(page.text).toContain('Preview of mfe-storefront@0.0.0-local.1 from localhost:4507');
    const rules = String(page.headers['content-security-policy']);
    expect(rules).toMatch(/script-src 'self' 'nonce-[^']+' http:\/\/localhost:4507;/);
    // Development builds turn text into code. Their developer sees the reports in the console.
    expect(rules).not.toContain('trusted-types');
    expect(page.headers['content-security-policy-report-only']).toMatch(
      /^require-trusted-types-for 'script'/,
    );

    const others = await gateway.call('/');
    expect(others.text).not.toContain('localhost:4507');
    expect(String(others.headers['content-security-policy'])).not.toContain('localhost:4507');
  });

  it.each([
    'https://evil.example:443',
    'http://192.168.1.4:4507',
    'http://localhost',
    'http://localhost:4507/x',
    'http://localhost:65536',
    'http://localhost:99999',
    'http://localhost:04507',
    'http://localhost:4507; script-src *',
  ])('is refused from %s', async (from) => {
    expect((await override({ address: from })).status).toBe(400);
  });

  it('is refused without a token and for a token of another remote', async () => {
    expect((await override({ address }, {})).status).toBe(401);
    expect(errorOf(await override({ address }, foreign))).toBe('403 FORBIDDEN');
  });

  it('is in no channel, and its files cannot be released', async () => {
    const reply = await gateway.call(RELEASES, {
      json: { builds: [build.manifest], revision: 1, note: '' },
      headers: releaseBearer,
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(await versionAt()).toBe('1.0.0');
  });
});
