import { defineEvent, type EventContract, type RequestContract } from '@leadping/contracts/event';
import { erasureRequested, PERSONAL_SERVICES } from '@leadping/contracts/support/privacy-events';
import { platformConsumers } from '@leadping/service-kit/streams/declare-streams';
import { readEvent } from '@leadping/service-kit/messaging/consumers';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { contractsBetweenServices, isEvent } from '../../events/contracts.ts';
import { readRecordings, type Recording } from '../../events/recordings.ts';
import { readersOfToday, type Reader } from './readers.ts';

const unread = (reader: Pick<Reader, 'event' | 'upcasters'>, { version, payloads }: EventRecording) =>
  payloads.flatMap((payload) => {
    try {
      readEvent(reader, { version, payload });
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });

type EventRecording = Extract<Recording, { payloads: unknown[] }>;
const isRecordedEvent = (recording: Recording): recording is EventRecording => 'payloads' in recording;

describe('old and new versions side by side', () => {
  it('every current consumer reads every event of the recorded releases', async () => {
    const recordings = await readRecordings();
    const readers = readersOfToday();
    const read = new Set<string>();
    const failures = recordings.flatMap(({ release, recording }) => {
      if (!isRecordedEvent(recording)) return [];
      return readers
        .filter(({ event }) => event.subject === recording.subject)
        .flatMap((reader) => {
          read.add(`${reader.service} ${recording.subject}`);
          return unread(reader, recording).map((why) => `${release} at ${reader.service}: ${why}`);
        });
    });
    expect(failures).toEqual([]);
    // Each current consumer reads at least one recording.
    expect([...read].toSorted()).toEqual(
      [...new Set(readers.map(({ service, event }) => `${service} ${event.subject}`))].toSorted(),
    );
  });

  it('every current consumer is declared in contracts/src/message-flow.ts', () => {
    const names = (consumers: { service: string; event: EventContract }[]) =>
      consumers.map(({ service, event }) => `${service} ${event.subject}`).toSorted();
    // Every service with personal data consumes it (`servePrivacy`).
    const erasures = PERSONAL_SERVICES.map((service) => ({ service, event: erasureRequested }));
    expect(names(platformConsumers())).toEqual(names([...readersOfToday(), ...erasures]));
  });

  it('recorded broadcasts, requests and replies satisfy the current contracts', async () => {
    const contracts = new Map<string, EventContract | RequestContract>(
      (await contractsBetweenServices()).map((contract) => [contract.subject, contract]),
    );
    const failures: string[] = [];
    const check = (schema: z.ZodType, values: unknown[], what: string) => {
      for (const value of values) {
        const { error } = schema.safeParse(value);
        if (error) failures.push(`${what}: ${error.message}`);
      }
    };
    for (const { release, recording } of await readRecordings()) {
      const contract = contracts.get(recording.subject);
      // A removed contract has no consumer that could misread it.
      if (!contract) continue;
      const what = `${release} ${recording.subject}`;
      if (isRecordedEvent(recording)) {
        if (isEvent(contract) && contract.version === recording.version)
          check(contract.payload, recording.payloads, what);
      } else if (!isEvent(contract)) {
        check(contract.request, recording.requests, `${what} request`);
        check(contract.reply, recording.replies, `${what} reply`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('every current event and request is recorded by `npm run events:record`', async () => {
    const recorded = new Set(
      (await readRecordings()).map(({ recording }) =>
        isRecordedEvent(recording) ? `${recording.subject} ${recording.version}` : recording.subject,
      ),
    );
    const contracts = await contractsBetweenServices();
    const wanted = contracts.map((contract) =>
      isEvent(contract) ? `${contract.subject} ${contract.version}` : contract.subject,
    );
    expect(wanted.filter((name) => !recorded.has(name))).toEqual([]);
  });

  it('a new required field and a version without migration are detected', () => {
    const subject = 'commerce.order.paid';
    const recorded = { subject, version: 1, payloads: [{ orderId: 'a' }] };
    const contract = (version: number, payload: z.ZodType) =>
      defineEvent({ producer: 'svc-commerce', subject, version, payload });
    const more = z.object({ orderId: z.string(), taxMinor: z.int() });
    expect(unread({ event: contract(1, more), upcasters: {} }, recorded)).toHaveLength(1);
    expect(unread({ event: contract(2, more), upcasters: {} }, recorded)).toEqual([
      'commerce.order.paid: version 1 is published, 2 is read',
    ]);
    const lifted = { 1: (payload: unknown) => ({ ...(payload as object), taxMinor: 0 }) };
    expect(unread({ event: contract(2, more), upcasters: lifted }, recorded)).toEqual([]);
  });
});
