import { findExecutable } from '@leadping/dev-machine/find-executable';
import { run } from '@leadping/dev-machine/run';

export interface Program {
  /** The purpose in the tests, for messages. */
  title: string;
  /** Executable names, the preferred one first. */
  executables: string[];
  /** The program's package, followed by its dependencies. */
  debianPackages: [string, ...string[]];
  /** An environment variable that contains its path. */
  variable: string;
}

export const CHROMIUM: Program = {
  title: 'the browser tests',
  executables: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debianPackages: ['chromium', 'fonts-dejavu-core', 'fonts-liberation'],
  variable: 'CHROMIUM',
};

/** Chromium without window rendering. It speeds up page tests by a third but does not support extensions. */
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
 * Finds the program by its variable or on the PATH, or installs its Debian packages if this is Debian and we are
 * root.
 * @throws an error with instructions if the program is unavailable
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
