import { findExecutable } from '@leadping/dev-machine/find-executable';
import { run } from '@leadping/dev-machine/run';

export interface Program {
  /** What the tests need it for, as a message says it. */
  title: string;
  /** Executables that serve, the best first. */
  executables: string[];
  /** The first is the program, the others what it needs to be of use. */
  debianPackages: [string, ...string[]];
  /** An environment variable that names its path. */
  variable: string;
}

export const CHROMIUM: Program = {
  title: 'the browser tests',
  executables: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debianPackages: ['chromium', 'fonts-dejavu-core', 'fonts-liberation'],
  variable: 'CHROMIUM',
};

/** Chromium without the parts that draw windows: tests of pages take a third less time. It takes no extensions. */
export const HEADLESS_SHELL: Program = {
  title: 'a test of a page',
  executables: ['chromium-headless-shell'],
  debianPackages: ['chromium-headless-shell'],
  variable: 'HEADLESS_SHELL',
};

export const DOCKER_COMPOSE: Program = {
  title: 'the check of docker-compose.yml',
  executables: ['docker-compose'],
  debianPackages: ['docker-compose'],
  variable: 'DOCKER_COMPOSE',
};

/**
 * The program's path: named by its variable, found on the PATH, or installed from Debian's packages where this is root's
 * Debian.
 * @throws with the ways to get it where none can be had.
 */
export async function ensureProgram(program: Program, detail: (line: string) => void): Promise<string> {
  const found = process.env[program.variable] ?? (await firstOnPath(program));
  if (found) return found;
  if (process.getuid?.() === 0 && (await findExecutable('apt-get'))) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env, onLine: detail });
    const install = ['install', '-q', '-y', '--no-install-recommends', ...program.debianPackages];
    await run('apt-get', install, { env, onLine: detail });
    const installed = await firstOnPath(program);
    if (installed) return installed;
  }
  const [name] = program.executables;
  throw new Error(
    `${program.title} needs ${name}: install it (\`sudo apt-get install ${program.debianPackages.join(' ')}\`) or set ${program.variable} to its path.`,
  );
}

async function firstOnPath({ executables }: Program): Promise<string | undefined> {
  for (const name of executables) {
    const path = await findExecutable(name);
    if (path) return path;
  }
  return undefined;
}
