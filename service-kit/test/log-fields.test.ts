import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineEvent } from '@leadping/contracts/event';
import { defineRoute } from '@leadping/contracts/route';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { startService, type ServiceUnderTest } from '@leadping/test-kit/service-under-test';
import { until } from '@leadping/test-kit/until';
import { z } from 'zod';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService } from '../src/process/service.ts';

const thingSold = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.thing.sold',
  version: 1,
  payload: z.object({ orderId: z.string(), seller: z.object({ resellerId: z.string().nullable() }) }),
});
const showThing = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/resellers/licenses/:id/thing',
  summary: 'Shows a thing',
  access: 'reseller',
  params: z.object({ id: z.string() }),
  replies: { 200: z.object({}) },
  errors: [],
});

const TRACE_ID = /^[0-9a-f]{32}$/;

describe('the log line of a failure', () => {
  let log: CapturedLog;
  let service: ServiceUnderTest;
  let commerce: FakeService;
  let failure: Error | undefined;
  const handled: string[] = [];

  beforeAll(async () => {
    log = captureLog();
    const config = testConfig(ServiceConfig, { LOG_LEVEL: 'info' });
    const build = (given: ServiceConfig) =>
      buildService({
        name: 'svc-licensing',
        config: given,
        setUp: ({ consume, route, every }) => {
          consume(thingSold, async ({ orderId }) => {
            if (failure) throw failure;
            handled.push(orderId);
          });
          route(showThing, () => {
            throw new Error('the thing is broken');
          });
          let counted = 0;
          every('count things', 20, async () => {
            counted += 1;
            if (counted % 4 !== 0) throw new Error('nothing to count');
          });
        },
      });
    const consumers = [{ service: 'svc-licensing', event: thingSold } as const];
    service = await startService('licensing', config, build, consumers);
    commerce = await openFakeService(config, 'svc-commerce');
  });
  afterAll(async () => {
    await service.close(commerce);
    log.stop();
  });

  const sold = (orderId: string) => ({ orderId, seller: { resellerId: 'r1' } });

  it('contains the event, the attempt and the cause of a retry, and the next retry has a higher attempt number', async () => {
    failure = new Error('the database is full');
    await commerce.publish(thingSold, sold('o1'), 'sold:o1');
    await until(() => log.find('event failed, retrying').length === 2);
    failure = undefined;
    await until(() => handled.includes('o1'));
    const lines = log.find('event failed, retrying');
    expect(lines).toMatchObject(
      [1, 2].map((attempt) => ({
        level: 'warn',
        eventId: 'sold:o1',
        attempt,
        orderId: 'o1',
        resellerId: 'r1',
        traceId: expect.stringMatching(TRACE_ID),
        err: { message: 'the database is full', stack: expect.any(String) },
      })),
    );
    expect(lines[0]?.traceId).toBe(lines[1]?.traceId);
  });

  it('contains the event, the attempt and the cause of a dead letter, also when it is replayed', async () => {
    await commerce.bus.publish({
      id: 'sold:o2',
      subject: thingSold.subject,
      version: 9,
      payload: sold('o2'),
    });
    await until(() => log.find('event moved to the dead letters').length === 1);
    expect(log.find('event moved to the dead letters')).toMatchObject([
      {
        level: 'error',
        eventId: 'sold:o2',
        attempt: 1,
        err: { message: expect.stringContaining('version 9') },
      },
    ]);

    const letters = service.database.collection<{ _id: string }>('dead_letters');
    await letters.updateOne({}, { $set: { version: 1 } });
    const [letter] = await letters.find().toArray();
    const replay = () =>
      service.as({ role: 'admin' }, '/api/admin/dead-letters/licensing/replay', {
        json: { ids: [letter?._id] },
      });
    failure = new Error('still full');
    expect((await replay()).body).toMatchObject({ replayed: 0 });
    failure = undefined;
    expect((await replay()).body).toMatchObject({ replayed: 1 });
    const ids = { eventId: 'sold:o2', orderId: 'o2', resellerId: 'r1' };
    expect(log.find('dead letter failed again')).toMatchObject([
      { ...ids, attempt: 2, err: { message: 'still full' } },
    ]);
    expect(log.find('dead letter replayed')).toMatchObject([{ ...ids, attempt: 3 }]);
  });

  it('contains the reseller of a call and the license whose id is in the address', async () => {
    const reply = await service.as(
      { role: 'reseller', resellerId: 'r7' },
      '/api/resellers/licenses/l7/thing',
    );
    expect(reply.status).toBe(500);
    expect(log.find('request failed')).toMatchObject([
      {
        licenseId: 'l7',
        resellerId: 'r7',
        method: 'GET',
        route: '/api/resellers/licenses/:id/thing',
        traceId: expect.stringMatching(TRACE_ID),
        err: { message: 'the thing is broken' },
      },
    ]);
  });

  it('contains the name and the trace of a job, and is written once for failures in a row and once for their end', async () => {
    await until(() => log.find('job failed, it will run again').length > 1);
    const [first, second] = log.find('job failed, it will run again');
    expect(first).toMatchObject({ job: 'count things', failures: 1, err: { message: 'nothing to count' } });
    expect(first?.traceId).toMatch(TRACE_ID);
    expect(second).toMatchObject({ failures: 1 });
    expect(second?.traceId).not.toBe(first?.traceId);
    expect(log.find('job succeeds again')[0]).toMatchObject({ job: 'count things', failures: 3 });
  });
});
