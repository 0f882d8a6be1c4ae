#!/usr/bin/env node
import { HELP, readArguments } from './arguments.ts';
import { ReleaseFailure, UsageError } from './failures.ts';
import { terminalProgress } from './progress.ts';
import { registryClient } from './registry-client.ts';
import { runRelease } from './run-release.ts';

const isJson = process.argv.includes('--json');

/** Of the remote in whose folder it runs, as npm runs the script of a workspace. */
async function main(): Promise<void> {
  const options = readArguments(process.argv.slice(2));
  if (options === 'help') {
    process.stdout.write(HELP);
    return;
  }
  const { RELEASE_TOKEN, GATEWAY_URL = 'http://localhost:8080' } = process.env;
  if (!RELEASE_TOKEN)
    throw new UsageError(
      'RELEASE_TOKEN is not set. The local stack keeps its own in .data/secrets.json; an operator gives you that of the platform.',
    );
  const outcome = await runRelease(registryClient({ url: GATEWAY_URL, token: RELEASE_TOKEN }), {
    folder: process.cwd(),
    options,
    progress: terminalProgress(process.stderr),
  });
  process.stdout.write(isJson ? `${JSON.stringify({ ok: true, ...outcome.result })}\n` : `${outcome.text}\n`);
}

try {
  await main();
} catch (error) {
  const isKnown = error instanceof ReleaseFailure || error instanceof UsageError;
  const code = error instanceof ReleaseFailure ? error.code : isKnown ? 'USAGE' : 'UNEXPECTED';
  const message = isKnown ? error.message : String(error);
  if (isJson) process.stdout.write(`${JSON.stringify({ ok: false, code, message })}\n`);
  process.stderr.write(`${code}: ${message}\n`);
  if (error instanceof UsageError) process.stderr.write('`--help` shows every command.\n');
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
