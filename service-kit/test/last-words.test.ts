import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@leadping/test-kit/environment';
import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** A service whose start is this expression of an error that is there, which has what no log may have. */
const programOf = (start: string) => `
import { BaseConfig } from '@leadping/service-kit/process/config';
import { runService } from '@leadping/service-kit/process/run';
const error = Object.assign(new Error('it broke'), { code: 'E_BROKEN', keyValue: { email: 'anna@example.com' } });
await runService('svc-support', BaseConfig, () => ${start});`;

interface Ending {
  exitCode: number | undefined;
  lines: string[];
}

function run(start: string): Promise<Ending> {
  const args = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e', programOf(start)];
  const options = {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, ...testEnvironment({ LOG_LEVEL: 'info' }) },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({
        exitCode: error?.code === undefined ? undefined : Number(error.code),
        lines: (stdout + stderr).split('\n').filter(Boolean),
      }),
    );
  });
}

describe('an error that ends a process is logged as one line, without the fields that logs omit, if the error', () => {
  it.each([
    ['prevents the start', 'could not start', 'Promise.reject(error)'],
    [
      'is a rejection that nobody awaits',
      'process ends: nobody caught this error',
      'new Promise(() => setTimeout(() => void Promise.reject(error)))',
    ],
    [
      'is thrown and nobody catches it',
      'process ends: nobody caught this error',
      'new Promise(() => setTimeout(() => { throw error; }))',
    ],
  ])('%s', async (_, message, start) => {
    const { exitCode, lines } = await run(start);
    expect(exitCode).toBe(1);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      service: 'svc-support',
      msg: message,
      err: { message: 'it broke', code: 'E_BROKEN', stack: expect.any(String) },
    });
    expect(lines[0]).not.toContain('anna@example.com');
  });
});
