import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineRequest } from '@leadping/contracts/event';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { ServiceConfig } from '../src/process/config.ts';
import { openThingStreams, thingMade } from './things.ts';

const endThing = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.end-thing',
  request: z.object({ payload: z.object({ thingId: z.string() }) }),
  reply: z.object({}),
});

describe('an event that a process has NATS deliver to a subject of another process, as the reply to a pull', () => {
  const config = testConfig(ServiceConfig);
  let attacker: FakeService;
  let victim: FakeService;
  let nc: NatsConnection;
  const ended: string[] = [];

  beforeAll(async () => {
    await openThingStreams(config, ['svc-commerce']);
    attacker = await openFakeService(config, 'svc-commerce');
    victim = await openFakeService(config, 'svc-licensing');
    nc = await attacker.bus.connected;
    victim.bus.subscribe(thingMade, ({ thingId }) => void ended.push(thingId));
    victim.bus.respond(endThing, async ({ payload: { thingId } }) => {
      ended.push(thingId);
      return {};
    });
    await (await victim.bus.connected).flush();
  });
  afterAll(async () => {
    await Promise.all([attacker.close(), victim.close()]);
    await dropStack(config);
  });

  it.each([`now.${thingMade.subject}`, endThing.subject])('is ignored at %s', async (name) => {
    await attacker.publish(thingMade, { thingId: 'forged' });
    const subject = attacker.bus.subjectOf(name);
    let delivered = 0;
    nc.subscribe(subject, { callback: () => void (delivered += 1) });
    const stream = attacker.bus.subjectOf('svc-commerce');
    nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.svc-commerce-commerce-thing-made`, '1', {
      reply: subject,
    });
    await until(() => delivered > 0);
    // This later event shows that the forged one has reached the victim too.
    attacker.bus.broadcast(thingMade, { thingId: `true ${name}` });
    await until(() => ended.includes(`true ${name}`));
    expect(ended).not.toContain('forged');
  });
});
