import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { installPackage } from '../src/debian/install-package.ts';
import { unpackPackages } from '../src/debian/unpack-packages.ts';
import { findExecutable } from '../src/find-executable.ts';
import { run } from '../src/run.ts';

const describeOnDebian = (await findExecutable('dpkg-deb')) ? describe : describe.skip;

describeOnDebian("a package of Debian's", () => {
  let folder: string;
  let archive: string;
  const path = process.env.PATH;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'package-'));
    const source = join(folder, 'source');
    await mkdir(join(source, 'DEBIAN'), { recursive: true });
    await mkdir(join(source, 'usr/bin'), { recursive: true });
    await mkdir(join(source, 'usr/share/doc'), { recursive: true });
    const control = 'Package: greeter\nVersion: 1\nArchitecture: all\nMaintainer: nobody <n@example.com>\n';
    await writeFile(join(source, 'DEBIAN/control'), `${control}Description: says hello\n`);
    await writeFile(join(source, 'usr/bin/greeter'), 'hello'.repeat(5000));
    await writeFile(join(source, 'usr/share/doc/readme'), 'left out');
    archive = join(folder, 'greeter.deb');
    await run('dpkg-deb', ['--build', '--root-owner-group', source, archive]);
  });
  afterEach(async () => {
    process.env.PATH = path;
    await rm(folder, { recursive: true });
  });

  /** Provides an apt-get that returns a truncated archive `times` times and then the complete one. */
  const useAptThatBreaks = async (times: number) => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await writeFile(join(folder, 'left'), String(times));
    const script = `#!/bin/sh
for last; do :; done
[ "$last" = update ] && exit 0
left=$(cat ${folder}/left)
echo asked >> ${folder}/downloads
if [ "$left" -gt 0 ]; then
  echo $((left - 1)) > ${folder}/left
  head -c 300 ${archive} > greeter.deb
else
  cp ${archive} greeter.deb
fi
`;
    await writeFile(join(bin, 'apt-get'), script);
    await chmod(join(bin, 'apt-get'), 0o755);
    process.env.PATH = `${bin}${delimiter}${path}`;
  };

  const install = () =>
    installPackage(
      {
        name: 'greeter',
        suites: ['forky'],
        withDependencies: false,
        folder: join(folder, 'downloads-folder'),
        onProgress: (line) => progress.push(line),
      },
      join(folder, 'tree'),
    );
  let progress: string[];
  beforeEach(() => {
    progress = [];
  });

  it('is unpacked without its documentation, and its download is removed', async () => {
    await useAptThatBreaks(0);
    await install();

    expect(await readFile(join(folder, 'tree/usr/bin/greeter'), 'utf8')).toHaveLength(25_000);
    expect(await readdir(join(folder, 'tree/usr/share'))).toEqual([]);
    expect(await readdir(folder)).not.toContain('downloads-folder');
  });

  it('is downloaded again after a truncated download', async () => {
    await useAptThatBreaks(1);
    await install();

    expect(await readFile(join(folder, 'downloads'), 'utf8')).toBe('asked\nasked\n');
    expect(await readFile(join(folder, 'tree/usr/bin/greeter'), 'utf8')).toHaveLength(25_000);
    expect(progress).toContain('greeter: a downloaded archive is damaged, downloading again');
  });

  it('fails and leaves no tree behind if it stays damaged', async () => {
    await useAptThatBreaks(9);

    await expect(install()).rejects.toThrow('greeter.deb is damaged');
    expect(await readdir(folder)).not.toContain('tree');
  });

  it('fails with the list of all mirrors if no mirror has it', async () => {
    await useAptThatBreaks(0);
    await writeFile(join(folder, 'bin/apt-get'), '#!/bin/sh\necho "Unable to locate package"; exit 100\n');

    await expect(install()).rejects.toThrow(
      /greeter cannot be had[^]*http.*forky[^]*Unable to locate package/,
    );
  });

  it('that is truncated at any byte is distinguished from a complete one', async () => {
    const whole = await readFile(archive);
    const archives = join(folder, 'archives');
    for (const share of [0, 0.3, 0.6, 0.9, 0.99]) {
      await rm(archives, { recursive: true, force: true });
      await mkdir(archives);
      await writeFile(join(archives, 'greeter.deb'), whole.subarray(0, Math.floor(whole.length * share)));
      await expect(unpackPackages(archives, join(folder, 'out'), () => undefined)).rejects.toThrow('damaged');
    }
  });
});
