import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const FOLDER = path.resolve(import.meta.dirname, '..');

describe('the contracts package for external teams', () => {
  it('contains compiled code, types, sources and README, but no tests', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: FOLDER,
    });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = files.map((file) => file.path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'src/remote.ts', 'src/release.ts']));
    expect(paths.filter((file) => file.startsWith('test/'))).toEqual([]);
    const { files: listed, dependencies } = JSON.parse(
      await readFile(path.join(FOLDER, 'package.json'), 'utf8'),
    ) as { files: string[]; dependencies: Record<string, string> };
    expect(listed).toContain('dist');
    expect(Object.keys(dependencies)).toEqual(['zod']);
  });
});
