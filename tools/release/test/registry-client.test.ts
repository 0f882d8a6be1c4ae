import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { aBuild, writeBuild } from '../../../gateway/test/builds.ts';
import { main } from '../src/main.ts';
import { registryClient } from '../src/registry-client.ts';
import { captured } from './captured.ts';

const RELEASED = JSON.stringify({ revision: 4, apps: [] });
let server: Server | undefined;

/** A gateway with one reply per call. The last reply is repeated. */
async function gatewayOf(...replies: ((reply: ServerResponse) => void)[]) {
  const calls: string[] = [];
  server = createServer((request, reply) => {
    request.resume().on('end', () => {
      calls.push(`${request.method} ${request.url}`);
      (replies[calls.length - 1] ?? replies.at(-1))?.(reply);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, calls, client: registryClient({ url, token: 'a'.repeat(40) }) };
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const json =
  (text: string, status = 200) =>
  (reply: ServerResponse) =>
    void reply.writeHead(status, { 'content-type': 'application/json' }).end(text);

/** The connection ends in the middle of the reply. */
const cut = (text: string) => (reply: ServerResponse) => {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) });
  reply.write(text.slice(0, 5), () => reply.destroy());
};

describe('the registry', () => {
  it('is called again if its reply is truncated', async () => {
    const { client, calls } = await gatewayOf(cut(RELEASED), json(RELEASED));
    expect(await client.released()).toEqual({ revision: 4, apps: [] });
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['a page', '<!doctype html><title>Welcome</title>'],
    ['the reply of another API', '{"hello":"world"}'],
  ])('is not what replies with %s', async (_, body) => {
    const { client, url } = await gatewayOf(json(body));
    await expect(client.released()).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: `${url} replies, but not as the registry. Is GATEWAY_URL right?`,
    });
  });
});

it('gets no further uploads after it has refused one', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`page-${index}.css`, `.a${index}{}`]),
  );
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'upload-')), 'mfe-support');
  await writeBuild(path.join(folder, 'dist'), aBuild({ name: 'mfe-support', files }));
  const { url, calls } = await gatewayOf(
    json(RELEASED),
    json('{"code":"RELEASE_REFUSED","message":"It is kept already."}', 409),
    json('{"integrity":"sha384-A","isNew":true}'),
  );
  const env = { RELEASE_TOKEN: 'a'.repeat(40), GATEWAY_URL: url };
  const { stderr } = await captured({ cwd: folder, env }, (terminal) => main(['--no-build'], terminal));
  await rm(path.dirname(folder), { recursive: true });
  expect(stderr).toContain('It is kept already.');
  // The concurrent uploads, and those that started before the error reply arrived.
  expect(calls.filter((call) => call.startsWith('PUT')).length).toBeLessThan(20);
});
