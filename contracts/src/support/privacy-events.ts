import { z } from 'zod';
import { defineEvent, defineRequest } from '../event.ts';
import { shortNameOf } from '../services.ts';

/** The services that store anything of a person; the gateway stores nothing of anybody. */
export const PERSONAL_SERVICES = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'] as const;
export type PersonalService = (typeof PERSONAL_SERVICES)[number];

/** Every service removes what it stores of the person with this address; doing so again changes nothing. */
export const erasureRequested = defineEvent({
  producer: 'svc-support',
  subject: 'support.erasure.requested',
  version: 1,
  payload: z.object({
    erasureId: z.string(),
    /** Sealed: events stay in NATS for weeks. */
    sealedEmail: z.string(),
  }),
});

/** How many records of a collection. */
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
      /** Records that stay, without the person, for the books or because somebody else needs them. */
      kept: z.array(RecordCount),
    }),
  });

export const PersonalRecord = z.object({ collection: z.string(), data: z.record(z.string(), z.unknown()) });
export type PersonalRecord = z.infer<typeof PersonalRecord>;

/** What a service stores of a person, without secrets, in pages that fit into a message. */
export const personalData = (service: PersonalService) =>
  defineRequest({
    responder: service,
    subject: `rpc.${shortNameOf(service)}.personal-data`,
    request: z.object({ email: z.string(), offset: z.int().nonnegative() }),
    reply: z.object({
      records: z.array(PersonalRecord),
      /** Where the next page starts; null on the last one. */
      next: z.int().nullable(),
      /** Why the person cannot be erased yet, in words for an admin. */
      obstacle: z.string().nullable(),
    }),
  });
