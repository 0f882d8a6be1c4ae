import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReleaseDocument } from '@leadping/contracts/release';
import { aBuild, aShell, type Build } from './builds.ts';
import { refusal, RELEASE_TOKEN, startGateway, type StackUnderTest } from './gateway.ts';

const ADMIN = '/api/admin/releases';
const bearer = { authorization: `Bearer ${RELEASE_TOKEN}` };
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

async function upload({ manifest, files }: Build): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const reply = await gateway.call(`${ADMIN}/${manifest.name}/${manifest.version}/files?path=${file}`, {
      method: 'PUT',
      body: content,
      headers: { ...bearer, 'content-type': 'application/octet-stream' },
    });
    if (reply.status !== 200) throw new Error(reply.text);
  }
}

const create = ({ manifest }: Build, headers: Record<string, string> = bearer) =>
  gateway.call(`${ADMIN}/preview`, { json: { build: manifest }, headers });

const versionAt = async (cookie = '') => {
  const reply = await gateway.call('/remotes.json', { headers: { cookie } });
  return ReleaseDocument.parse(reply.json()).remotes['mfe-storefront']?.version;
};

/** Opens a link as a browser does and returns what it keeps. */
async function open(url: string) {
  const { pathname, search } = new URL(url);
  const reply = await gateway.call(pathname + search);
  return { reply, cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
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

  it('is seen by the browser that opened its link, with a badge, and by nobody else', async () => {
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

  it('ends with one click', async () => {
    const { cookie } = await open(url);
    const reply = await gateway.call('/__preview/off', { headers: { cookie } });
    expect(reply.status).toBe(303);
    expect(String(reply.headers['set-cookie'])).toMatch(/^release-preview=; Path=\/; Max-Age=0/);
  });

  it('is not in the channels, and can be released like any build', async () => {
    const released = (await gateway.call(ADMIN, { headers: bearer })).json() as unknown as {
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
    const { reply, cookie } = await open(`http://localhost/__preview?token=${token}`);
    expect(reply).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(cookie).toBe('');
    expect(await versionAt(`release-preview=${token}`)).toBe('1.0.0');
  });

  it('is refused for a token of another remote, without a token, and for files that are not there', async () => {
    expect(refusal(await create(build, foreign))).toBe('403 FORBIDDEN');
    expect((await create(build, {})).status).toBe(401);
    const missing = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-13.1', routes: ['/'] });
    expect(refusal(await create(missing))).toBe('409 RELEASE_REFUSED');
    const clash = aBuild({ name: 'mfe-storefront', version: '0.0.0-pr-14.1', routes: ['/support'] });
    await upload(clash);
    expect(refusal(await create(clash))).toBe('409 RELEASE_REFUSED');
  });
});
