import { z } from 'zod';
import { defineEvent, defineRequest } from '../event.ts';
import { shortNameOf } from '../services.ts';

/** The services that store personal data. The gateway stores none. */
export const PERSONAL_SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'] as const;
export type PersonalService = (typeof PERSONAL_SERVICES)[number];

/** Every service deletes its data of the person with this address. Idempotent. */
export const erasureRequested = defineEvent({
  producer: 'svc-support',
  subject: 'support.erasure.requested',
  version: 1,
  payload: z.object({
    erasureId: z.string(),
    /** Encrypted, because events stay in NATS for weeks. */
    sealedEmail: z.string(),
  }),
});

/** Number of records of a collection. */
export const RecordCount = z.object({ collection: z.string(), count: z.int().nonnegative() });
export type RecordCount = z.infer<typeof RecordCount>;

export const personErased = (service: PersonalService) =>
  defineEvent({
    producer: service,
    subject: `${shortNameOf(service)}.person.erased`,
    version: 1,
    payload: z.object({
      erasureId: z.string(),
      at: z.iso.datetime(),
      /** Records that were deleted. */
      removed: z.array(RecordCount),
      /** Records that stay without the personal data, because of bookkeeping or other users. */
      kept: z.array(RecordCount),
    }),
  });

export const PersonalRecord = z.object({ collection: z.string(), data: z.record(z.string(), z.unknown()) });
export type PersonalRecord = z.infer<typeof PersonalRecord>;

/** The personal data of a service without secrets, in pages that fit into a message. */
export const personalData = (service: PersonalService) =>
  defineRequest({
    responder: service,
    subject: `rpc.${shortNameOf(service)}.personal-data`,
    request: z.object({ email: z.string(), offset: z.int().nonnegative() }),
    reply: z.object({
      records: z.array(PersonalRecord),
      /** Offset of the next page. Null on the last one. */
      next: z.int().nullable(),
      /** Why the person cannot be erased yet, as a sentence for an admin. */
      obstacle: z.string().nullable(),
    }),
  });
