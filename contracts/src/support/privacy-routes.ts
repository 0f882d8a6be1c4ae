import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { PERSONAL_SERVICES, PersonalRecord, RecordCount } from './privacy-events.ts';

const Service = z.enum(PERSONAL_SERVICES);
const Person = z.strictObject({ email: EmailAddress });

export const Erasure = z.object({
  id: z.string(),
  /** Masked, because the address is deleted with the person. */
  maskedEmail: z.string(),
  requestedBy: z.string(),
  requestedAt: IsoDate,
  /** Null until every service has reported. */
  completedAt: IsoDate.nullable(),
  services: z.array(
    z.object({
      service: Service,
      /** Null while the erasure is pending. */
      erasedAt: IsoDate.nullable(),
      removed: z.array(RecordCount),
      kept: z.array(RecordCount),
    }),
  ),
});
export type Erasure = z.infer<typeof Erasure>;

/**
 * A POST, so that no log of URLs contains the address. Fails if any service does not reply, because an export must be
 * complete.
 */
export const exportPersonalData = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/admin/privacy/export',
  summary: 'Exports everything that is stored about an email address',
  access: 'admin',
  freshSession: true,
  body: Person,
  timeoutSeconds: 30,
  replies: {
    200: z.object({
      email: z.string(),
      exportedAt: IsoDate,
      records: z.array(PersonalRecord.extend({ service: Service })),
      /** Why the person cannot be erased yet. */
      obstacles: z.array(z.string()),
    }),
  },
  errors: ['VALIDATION_FAILED', 'UNAVAILABLE'],
  limit: { points: 30, windowSeconds: 60 },
});

export const requestErasure = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/admin/privacy/erasures',
  summary: 'Removes a person from all services; what bookkeeping needs stays without them',
  access: 'admin',
  body: Person,
  freshSession: true,
  timeoutSeconds: 30,
  replies: { 202: Erasure },
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'UNAVAILABLE'],
  limit: { points: 30, windowSeconds: 60 },
});

export const listErasures = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/privacy/erasures',
  summary: 'The last 100 erasures with what each service reported, newest first',
  access: 'admin',
  replies: { 200: z.array(Erasure) },
  errors: [],
});
