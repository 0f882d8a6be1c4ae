import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildRemote } from './build-remote.ts';
import { ReleaseFailure, UsageError } from './failures.ts';
import { registryClient } from './registry-client.ts';
import { serveBuild } from './serve-build.ts';

const HELP = `npm run override -- <remote> [options]

Builds the remote, serves it from this machine and prints a link: a signed-in admin who opens it here sees production with
this build in the place of the released one. Nobody else does. Ctrl-C ends it.

  --port <n>   where it is served; 4507 by default
  --no-build   serves what is in dist already

Environment: RELEASE_TOKEN, and GATEWAY_URL (http://localhost:8080 by default).
`;

const ROOT = path.resolve(import.meta.dirname, '../../..');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '4507' },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (values.help || !name || !/^mfe-[a-z0-9-]+$/.test(name)) {
    process.stdout.write(HELP);
    if (!values.help) throw new UsageError('Name a remote, as in mfe-admin.');
    return;
  }
  const { RELEASE_TOKEN, GATEWAY_URL = 'http://localhost:8080' } = process.env;
  if (!RELEASE_TOKEN) throw new UsageError('RELEASE_TOKEN is not set.');
  const isBuilt = values['no-build'];
  const folder = path.join(ROOT, name);
  // Each build has a version of its own: a page never mixes the files of two.
  const version = isBuilt ? undefined : `0.0.0-local.${Date.now().toString(36)}`;
  process.stderr.write(`build ${name}\n`);
  const { manifest } = await buildRemote(folder, { version, isBuilt });
  const { address, close } = await serveBuild(folder, manifest, Number(values.port));
  try {
    const client = registryClient({ url: GATEWAY_URL, token: RELEASE_TOKEN });
    const { url, expiresAt } = await client.preview({ build: manifest, address });
    process.stdout.write(
      `${name} is served from ${address}. Sign in, then open this until ${expiresAt}:\n${url}\n`,
    );
  } catch (error) {
    close();
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
}

try {
  await main();
} catch (error) {
  const isKnown = error instanceof ReleaseFailure || error instanceof UsageError;
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
