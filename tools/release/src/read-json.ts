import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ReleaseFailure } from './failures.ts';

/**
 * Reads a file of a team or its bundler.
 * @param absent result if the file does not exist
 * @throws {ReleaseFailure} BUILD_FAILED with the file's name and fault
 */
export async function readJson<S extends z.ZodType>(
  file: string,
  schema: S,
  absent: string,
): Promise<z.infer<S>> {
  const text = await readFile(file, 'utf8').catch(() => absent);
  const parsed = schema.safeParse(parse(file, text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReleaseFailure('BUILD_FAILED', `${file}: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReleaseFailure('BUILD_FAILED', `${file}: ${(error as Error).message}`);
  }
}
