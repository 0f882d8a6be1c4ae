import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { defineRoute } from '../route.ts';

export const TRIAL_DAYS = 7;

const TrialOffer = z.object({
  /** Whether visitors can start a trial. */
  isOffered: z.boolean(),
  days: z.int(),
});

/** For pages, which link to the trial only while it is offered. */
export const getTrialOffer = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/trials',
  summary: 'Whether a trial is offered, and how long it is',
  access: 'anyone',
  replies: { 200: TrialOffer },
  errors: ['RATE_LIMITED'],
  limit: { points: 120, windowSeconds: 60 },
});

/** The key is only mailed, which confirms the address. The reply does not reveal whether the address had a trial. */
export const startTrial = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/trials',
  summary: 'Mails a trial key to an address that had none',
  access: 'anyone',
  body: z.object({ email: EmailAddress }),
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 3600, exact: true },
});

export const setTrialOffer = defineRoute({
  service: 'svc-licensing',
  method: 'PUT',
  path: '/api/admin/trials',
  summary: 'Offers trials or ends the offer; running trials continue',
  access: 'admin',
  freshSession: true,
  body: z.strictObject({ isOffered: z.boolean() }),
  replies: { 200: TrialOffer },
  errors: ['VALIDATION_FAILED'],
});
