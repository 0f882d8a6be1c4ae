import { afterEach, describe, expect, it } from '@jest/globals';
import { buildJobs, type Jobs } from '../src/process/jobs.ts';
import { buildLog } from '../src/telemetry/log.ts';

const HOUR_MS = 3_600_000;
let jobs: Jobs | undefined;
afterEach(() => jobs?.close());

/** A job of each hour, whose runs last until they are ended. */
function hourly() {
  jobs = buildJobs(buildLog({ service: 'svc-support', level: 'silent' }));
  const ends: (() => void)[] = [];
  jobs.every('sweep', HOUR_MS, () => new Promise<void>((resolve) => ends.push(resolve)));
  jobs.start();
  return { jobs, ends };
}

describe('a job that is run now', () => {
  it('starts immediately, and has ended when the caller continues', async () => {
    const { jobs, ends } = hourly();
    let isOver = false;
    const running = jobs.runNow('sweep').then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(ends).toHaveLength(1);
    expect(isOver).toBe(false);
    ends[0]?.();
    await running;
  });

  it('runs once more after a run in progress, which may have searched too early', async () => {
    const { jobs, ends } = hourly();
    const first = jobs.runNow('sweep');
    await Promise.resolve();
    const second = jobs.runNow('sweep');
    await Promise.resolve();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await second;
  });

  it('is refused if no job has that name', async () => {
    await expect(hourly().jobs.runNow('weep')).rejects.toThrow('There is no job "weep".');
  });
});
