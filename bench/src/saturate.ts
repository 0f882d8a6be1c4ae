import { findExecutable } from '@leadping/dev-machine/find-executable';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** The replies of a saturated server. */
export interface Saturated {
  replies: number;
  perSecond: number;
}

export const canSaturate = async (): Promise<boolean> => (await findExecutable('wrk')) !== undefined;

/**
 * Calls a URL on 32 connections as fast as the server replies. Uses wrk, which is written in C and leaves the cores
 * to the server. A Node.js client needs as much CPU as a gateway, so two cores would measure the client.
 * @throws if a status was not 2xx or a connection broke
 */
export async function saturate(url: string, seconds: number): Promise<Saturated> {
  const { stdout } = await exec('wrk', ['--threads=1', '--connections=32', `--duration=${seconds}`, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
  const numberOf = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1]);
  return { replies: numberOf(/(\d+) requests in/), perSecond: numberOf(/Requests\/sec: +([\d.]+)/) };
}
