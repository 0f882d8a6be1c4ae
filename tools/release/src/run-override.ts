import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildRemote } from './build-remote.ts';
import { ReleaseFailure, UsageError } from './failures.ts';
import type { Terminal } from './main.ts';
import { registryClient } from './registry-client.ts';
import { remoteIn } from './remote.ts';
import { serveBuild } from './serve-build.ts';

const HELP = `leadping-override [folder] [options]; in the platform's repository npm run override -- <remote> [options]

Builds the remote of this folder, or of the one that is named, serves it from this machine and prints a link: a signed-in admin who opens it here sees production with
this build in the place of the released one. Nobody else does. Ctrl-C ends it.

  --port <n>   where it is served; 4507 by default
  --no-build   serves what is in dist already

Environment: RELEASE_TOKEN, and GATEWAY_URL (http://localhost:8080 by default).
`;

/** Runs the command. It serves until a signal ends the process. @returns the exit code */
export async function runOverride(args: string[], terminal: Terminal): Promise<number> {
  try {
    await override(args, terminal);
    return 0;
  } catch (error) {
    const isKnown = error instanceof ReleaseFailure || error instanceof UsageError;
    terminal.stderr.write(`${isKnown ? error.message : String(error)}\n`);
    if (error instanceof UsageError) terminal.stderr.write('`--help` shows every option.\n');
    return error instanceof UsageError ? 2 : 1;
  }
}

async function override(args: string[], { env, cwd, stdout, stderr }: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    stdout.write(HELP);
    return;
  }
  const remote = await remoteIn(path.resolve(cwd(), positionals[0] ?? '.'));
  if (!/^mfe-[a-z0-9-]+$/.test(remote.name)) {
    throw new UsageError(`${remote.name} is no remote: name one, as in mfe-admin.`);
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port takes 0 to 65535, not "${values.port}".`);
  const { RELEASE_TOKEN, GATEWAY_URL = 'http://localhost:8080' } = env;
  if (!RELEASE_TOKEN) throw new UsageError('RELEASE_TOKEN is not set.');
  const isBuilt = values['no-build'];
  // Each build has its own version, so that a page never mixes files of two builds.
  const version = isBuilt ? undefined : `0.0.0-local.${Date.now().toString(36)}`;
  stderr.write(`build ${remote.name}\n`);
  const { manifest } = await buildRemote(remote, { version, isBuilt });
  const { address, close } = await serveBuild(remote.folder, manifest, port);
  try {
    const client = registryClient({ url: GATEWAY_URL, token: RELEASE_TOKEN });
    const { url, expiresAt } = await client.preview({ build: manifest, address });
    stdout.write(
      `${remote.name} is served from ${address}. Sign in, then open this until ${expiresAt}:\n${url}\n`,
    );
  } catch (error) {
    close();
    throw error;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        port: { type: 'string', default: '4507' },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
