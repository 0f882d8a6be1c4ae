import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findDebianMirrors } from '../src/debian/mirrors.ts';

describe("the machine's mirrors of Debian", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apt-'));
    await mkdir(join(folder, 'sources.list.d'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are read from one-line sources', async () => {
    await writeFile(
      join(folder, 'sources.list'),
      `# deb http://commented.example/debian bookworm main
deb-src http://sources.example/debian bookworm main
deb [arch=amd64 signed-by=/usr/share/keyrings/a.gpg] https://mirror.example/debian/ bookworm main contrib # near
deb http://security.example/debian-security bookworm-security main
deb cdrom:[Debian]/ bookworm main
`,
    );

    expect(await findDebianMirrors(folder)).toEqual(['https://mirror.example/debian']);
  });

  it('are read from deb822 sources', async () => {
    await writeFile(
      join(folder, 'sources.list.d/debian.sources'),
      `# the mirror of the house
Types: deb deb-src
# of a comment inside
URIs: http://first.example/debian
 http://second.example/debian/
Suites: trixie trixie-updates
Components: main non-free-firmware
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://off.example/debian
Suites: trixie
Components: main
Enabled: no
`,
    );

    const mirrors = await findDebianMirrors(folder);
    expect(mirrors).toEqual(['http://first.example/debian', 'http://second.example/debian']);
  });

  it('exclude other vendors’ archives, snapshots and other file types', async () => {
    await writeFile(
      join(folder, 'sources.list.d/vendor.list'),
      `deb https://packages.example/apt cloud-sdk-bookworm main
deb https://postgres.example/pub bookworm-pgdg main
deb http://snapshot.debian.org/archive/debian/20250520T000000Z bookworm main
`,
    );
    await writeFile(
      join(folder, 'sources.list.d/old.list.save'),
      'deb http://old.example/debian bookworm main\n',
    );

    expect(await findDebianMirrors(folder)).toEqual([]);
  });

  it("put Debian's usual path first", async () => {
    await writeFile(
      join(folder, 'sources.list'),
      'deb http://odd.example/copy stable main\ndeb http://usual.example/debian stable main\n',
    );

    expect((await findDebianMirrors(folder))[0]).toBe('http://usual.example/debian');
  });

  it('are empty if apt names none', async () => {
    expect(await findDebianMirrors(join(folder, 'nothing'))).toEqual([]);
  });
});
