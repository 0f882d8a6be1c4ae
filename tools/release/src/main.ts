import { HELP, readArguments } from './arguments.ts';
import { ReleaseFailure, UsageError } from './failures.ts';
import { type Output, terminalProgress } from './progress.ts';
import { registryClient } from './registry-client.ts';
import { runRelease } from './run-release.ts';

/** The process environment of a command, which tests replace. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  cwd: () => string;
  stdout: Output;
  stderr: Output;
}

/** Runs the command in the remote's folder, as npm runs a workspace script. @returns the exit code */
export async function main(args: string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const isJson = args.includes('--json');
  try {
    await run(args, isJson, terminal);
    return 0;
  } catch (error) {
    const isKnown = error instanceof ReleaseFailure || error instanceof UsageError;
    const code = error instanceof ReleaseFailure ? error.code : isKnown ? 'USAGE' : 'UNEXPECTED';
    const message = isKnown ? error.message : String(error);
    if (isJson) stdout.write(`${JSON.stringify({ ok: false, code, message })}\n`);
    stderr.write(`${code}: ${message}\n`);
    if (error instanceof UsageError) stderr.write('`--help` shows every command.\n');
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: string[], isJson: boolean, { env, cwd, stdout, stderr }: Terminal): Promise<void> {
  const options = readArguments(args);
  if (options === 'help') {
    stdout.write(HELP);
    return;
  }
  const { RELEASE_TOKEN, GATEWAY_URL = 'http://localhost:8080' } = env;
  if (!RELEASE_TOKEN)
    throw new UsageError(
      'RELEASE_TOKEN is not set. The local stack keeps its own in .data/secrets.json; an operator gives you that of the platform.',
    );
  const outcome = await runRelease(registryClient({ url: GATEWAY_URL, token: RELEASE_TOKEN }), {
    folder: cwd(),
    options,
    progress: terminalProgress(stderr),
  });
  stdout.write(isJson ? `${JSON.stringify({ ok: true, ...outcome.result })}\n` : `${outcome.text}\n`);
}
