import { ROOT } from '@leadping/dev-stack/root';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractsBetweenServices, isEvent } from './contracts.ts';
import { samplesOf } from './samples.ts';

const FOLDER = join(ROOT, 'e2e/events/recorded');

/** A recording of what a release publishes on a subject, or of its requests and replies. */
export type Recording =
  | { subject: string; version: number; payloads: unknown[] }
  | { subject: string; requests: unknown[]; replies: unknown[] };

/** Records the subjects that are missing for this release. The flag replaces existing recordings. @returns the recorded subjects. */
export async function recordRelease(release: string, { anew }: { anew: boolean }): Promise<string[]> {
  const folder = join(FOLDER, release);
  if (anew) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const known = new Set(await readdir(folder));
  const written: string[] = [];
  for (const contract of await contractsBetweenServices()) {
    const file = `${contract.subject}.json`;
    if (known.has(file)) continue;
    const { subject } = contract;
    const recording: Recording = isEvent(contract)
      ? { subject, version: contract.version, payloads: samplesOf(contract.payload) }
      : { subject, requests: samplesOf(contract.request), replies: samplesOf(contract.reply) };
    await writeFile(join(folder, file), `${JSON.stringify(recording)}\n`);
    written.push(subject);
  }
  return written;
}

/** Reads every recording of every release, the oldest first. */
export async function readRecordings(): Promise<{ release: string; recording: Recording }[]> {
  const releases = (await readdir(FOLDER)).toSorted();
  const all = releases.map(async (release) => {
    const files = await readdir(join(FOLDER, release));
    return Promise.all(
      files.map(async (file) => ({
        release,
        recording: JSON.parse(await readFile(join(FOLDER, release, file), 'utf8')) as Recording,
      })),
    );
  });
  return (await Promise.all(all)).flat();
}
