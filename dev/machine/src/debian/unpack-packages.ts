import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const leftOut = ['doc', 'man', 'info', 'locale', 'lintian', 'fonts', 'perl', 'bash-completion'];

async function unpackOne(archive: string, folder: string): Promise<void> {
  const reader = spawn('dpkg-deb', ['--fsys-tarfile', archive], { stdio: ['ignore', 'pipe', 'ignore'] });
  const excludes = leftOut.map((name) => `--exclude=./usr/share/${name}`);
  const writer = spawn('tar', ['-x', '--no-same-owner', '-C', folder, ...excludes], {
    stdio: [reader.stdout, 'ignore', 'ignore'],
  });
  reader.stdout.destroy(); // the writer has its own end of the pipe
  const [[readerCode], [writerCode]] = await Promise.all([once(reader, 'exit'), once(writer, 'exit')]);
  if (readerCode !== 0 || writerCode !== 0) throw new Error(`${archive} is damaged`);
}

/** Unpacks every `.deb` of a folder into one tree, without installing any of them. */
export async function unpackPackages(
  archives: string,
  folder: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const files = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  await mkdir(folder, { recursive: true });
  let done = 0;
  const queue = files.values();
  const work = async () => {
    for (const file of queue) {
      await unpackOne(join(archives, file), folder);
      done += 1;
      if (done % 50 === 0) onProgress(`unpacked ${done} of ${files.length} packages`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
