import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePrometheus } from '../src/prometheus.ts';
import { ROOT } from '../src/root.ts';

it('each alert fires for its fault and clears after the fault has ended', async () => {
  const { promtool } = await ensurePrometheus(console.log);
  const { stdout } = await promisify(execFile)(promtool, ['test', 'rules', 'rules.test.yml'], {
    cwd: join(ROOT, 'deploy/prometheus'),
  });
  expect(stdout).toContain('SUCCESS');
});
