import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../run.ts';

const keyrings = ['gpg', 'pgp'].map((type) => `/usr/share/keyrings/debian-archive-keyring.${type}`);

async function findKeyring(): Promise<string | undefined> {
  for (const file of keyrings) {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) return file;
  }
  return undefined;
}

export interface Apt {
  archives: string;
  run(args: string[], onLine?: (line: string) => void): Promise<string>;
}

/**
 * An apt for one suite of one mirror that assumes an empty system. All of its state is in `folder`, so it needs no
 * root and does not change the machine. It uses the proxies and credentials of the machine's apt.
 */
export async function createApt(folder: string, mirror: string, suite: string): Promise<Apt> {
  const archives = join(folder, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true });
  const status = join(folder, 'status');
  const sources = join(folder, 'sources.list');
  const keyring = await findKeyring();
  await writeFile(status, '');
  await writeFile(sources, `deb ${keyring ? `[signed-by=${keyring}] ` : ''}${mirror} ${suite} main\n`);
  const settings = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::State': folder,
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': status,
    'Dir::Cache': folder,
    'Dir::Cache::archives': archives,
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': 'root',
    'APT::Update::Error-Mode': 'any',
    'Debug::NoLocking': 'true',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '15',
    'Acquire::https::Timeout': '15',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return {
    archives,
    run: (args, onLine) =>
      run('apt-get', [...options, '-q', '-y', ...args], {
        cwd: archives,
        env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
        ...(onLine && { onLine }),
      }),
  };
}
