import { findExecutable } from '@leadping/dev-machine/find-executable';
import { run } from '@leadping/dev-machine/run';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * A Chromium for the browser tests: `CHROMIUM`, one on the PATH, or Debian's package where this is root's Debian.
 * @throws with the ways to get one where none can be had.
 */
export async function ensureChromium(detail: (line: string) => void): Promise<string> {
  const found = process.env.CHROMIUM ?? (await firstOnPath());
  if (found) return found;
  if (process.getuid?.() === 0 && (await findExecutable('apt-get'))) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env, onLine: detail });
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium'], {
      env,
      onLine: detail,
    });
    const installed = await firstOnPath();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install it (`sudo apt-get install chromium`, or Google Chrome) or set CHROMIUM to its path.',
  );
}

async function firstOnPath(): Promise<string | undefined> {
  for (const name of NAMES) {
    const path = await findExecutable(name);
    if (path) return path;
  }
  return undefined;
}
