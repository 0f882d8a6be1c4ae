import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@leadping/test-kit/until';
import { ROOT } from '../src/root.ts';

const exec = promisify(execFile);
const SCRIPT = join(ROOT, 'deploy/kubernetes/components/backup/backup.sh');
const URI = 'mongodb://backup:s3cret@db:27017/?replicaSet=rs0&authSource=admin';

/** A fake `mongodump`, because test machines do not have it. Writes its input as the dump. */
const MONGODUMP = `#!/usr/bin/env bash
set -e
for arg in "$@"; do
  case $arg in
    --archive=*) archive=\${arg#*=} ;;
    --config=*) config=\${arg#*=} ;;
  esac
done
echo "$(stat -c %a "$config") $(cat "$config")" > "$archive"
echo "$*" >> "$archive"
while [[ -n $HOLD && -e $HOLD ]]; do sleep 0.05; done
[[ -z $FAILS ]] || exit 1
`;

describe('a backup', () => {
  let folder: string;
  let backups: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
    backups = join(folder, 'backups');
    await mkdir(backups);
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/mongodump'), MONGODUMP);
    await chmod(join(folder, 'bin/mongodump'), 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const nameOf = (time: string) => `leadping-${time}.archive.gz`;
  const take = ({ last = 2, days = 3, fails = '', hold = '' } = {}) =>
    exec('bash', [SCRIPT, backups, String(last), String(days)], {
      env: {
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        TMPDIR: folder,
        MONGODB_URI: URI,
        FAILS: fails,
        HOLD: hold,
      },
    });
  const dumps = async () =>
    (await readdir(backups)).filter((name) => name.startsWith('leadping-')).toSorted();

  it('is a full dump with its oplog, and leaves its password in no argument and no file', async () => {
    await take();
    const [name = '', ...others] = await dumps();
    expect(others).toEqual([]);
    expect(name).toMatch(/^leadping-\d{8}T\d{6}Z\.archive\.gz$/);
    const [config, args] = (await readFile(join(backups, name), 'utf8')).trim().split('\n');
    expect(config).toBe(`600 uri: '${URI}'`);
    expect(args).toContain('--oplog --gzip');
    expect(args).not.toContain('s3cret');
    expect((await readdir(folder)).toSorted()).toEqual(['backups', 'bin']);
  });

  it('removes all but the newest ones and the newest of each of the last days', async () => {
    const before = ['20200101T100000Z', '20200102T100000Z', '20200103T100000Z', '20200103T120000Z'];
    const today = ['20200104T090000Z', '20200104T100000Z', '20200104T110000Z'];
    for (const time of [...before, ...today]) await writeFile(join(backups, nameOf(time)), '');
    await take({ last: 3, days: 3 });
    const kept = await dumps();
    expect(kept.slice(0, -1)).toEqual(
      // The new dump is one of the three newest dumps, and the newest of one of the three newest days.
      ['20200103T120000Z', '20200104T100000Z', '20200104T110000Z'].map(nameOf),
    );
  });

  it('records its completion time, readable for everybody', async () => {
    const before = Math.floor(Date.now() / 1000);
    await take();
    const text = await readFile(join(backups, 'backup.prom'), 'utf8');
    const [, at] = /^leadping_backup_timestamp_seconds (\d+)$/m.exec(text) ?? [];
    expect(Number(at)).toBeGreaterThanOrEqual(before);
    const { stdout } = await exec('stat', ['-c', '%a', join(backups, 'backup.prom')]);
    expect(stdout.trim()).toBe('644');
  });

  it('removes nothing, leaves no partial dump and records no completion if it fails', async () => {
    const old = ['20200101T100000Z', '20200102T100000Z', '20200103T100000Z'].map(nameOf);
    for (const name of old) await writeFile(join(backups, name), '');
    await expect(take({ last: 1, days: 1, fails: 'yes' })).rejects.toMatchObject({ code: 1 });
    expect((await readdir(backups)).toSorted()).toEqual(['.lock', ...old]);
  });

  it('is rejected while another one is running, and does not affect it', async () => {
    const hold = join(folder, 'hold');
    await writeFile(hold, '');
    const first = take({ hold });
    await until(async () => (await readdir(backups)).some((name) => name.endsWith('.partial')));
    await expect(take()).rejects.toMatchObject({ code: 1, stderr: 'another backup is under way\n' });
    await rm(hold);
    await first;
    expect(await dumps()).toHaveLength(1);
  });

  it('does not start without free space for twice the last dump, because the shop may use the same disk', async () => {
    const [before] = ['20200101T100000Z'].map(nameOf);
    await writeFile(join(backups, before!), 'x'.repeat(1000));
    await writeFile(join(folder, 'bin/df'), '#!/usr/bin/env bash\necho Avail; echo 1999\n');
    await chmod(join(folder, 'bin/df'), 0o755);
    await expect(take()).rejects.toMatchObject({
      code: 1,
      stderr: 'no space for another backup: 1999 bytes free, 2000 wanted\n',
    });
    expect(await dumps()).toEqual([before]);
  });
});
