import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { setImmediate as turn } from 'node:timers/promises';
import { closeInPhases, type Closer } from '../src/process/closers.ts';
import { buildLog } from '../src/telemetry/log.ts';

let captured: CapturedLog;
let steps: string[];

beforeEach(() => {
  captured = captureLog();
  steps = [];
});
afterEach(() => captured.stop());

/** A part that takes several turns of the event loop to close. */
const slow =
  (part: string): Closer =>
  async () => {
    steps.push(`${part} closes`);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    steps.push(`${part} is closed`);
  };

const close = (closers: Parameters<typeof closeInPhases>[0], deadline = performance.now() + 60_000) =>
  closeInPhases(closers, deadline, buildLog({ service: 'svc-commerce', level: 'warn' }));

describe('the phases of closing', () => {
  it('start only when the previous phase has ended, regardless of the order in which the parts are listed', async () => {
    await close({
      closeConnections: [slow('database')],
      finishWork: [slow('relay')],
      stopTakingWork: [slow('consumers'), slow('app')],
    });
    expect(steps).toEqual([
      'consumers closes',
      'consumers is closed',
      'app closes',
      'app is closed',
      'relay closes',
      'relay is closed',
      'database closes',
      'database is closed',
    ]);
  });

  it('continue even if a part fails or never ends', async () => {
    const failing = () => Promise.reject(new Error('broken'));
    const hanging = () => new Promise<void>(() => {});
    await close(
      { stopTakingWork: [failing], finishWork: [hanging], closeConnections: [slow('database')] },
      performance.now(),
    );
    expect(steps).toEqual(['database closes', 'database is closed']);
    expect(captured.find('a part failed to close')).toHaveLength(1);
    expect(captured.find('a part did not close in time')).toHaveLength(1);
  });
});
