import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

export const SignInPolicy = z.object({
  /** Admins without a second factor can only set one up. */
  adminsNeedSecondFactor: z.boolean(),
  supportNeedsSecondFactor: z.boolean(),
  resellersNeedSecondFactor: z.boolean(),
  /** User who changed it last. Null if it was never changed. */
  by: z.string().nullable(),
  at: IsoDate.nullable(),
});
export type SignInPolicy = z.infer<typeof SignInPolicy>;

export const getSignInPolicy = defineRoute({
  service: 'svc-identity',
  method: 'GET',
  path: '/api/admin/sign-in-policy',
  summary: 'Who needs a second factor to sign in',
  access: 'admin',
  replies: { 200: SignInPolicy },
  errors: [],
});

export const setSignInPolicy = defineRoute({
  service: 'svc-identity',
  method: 'PUT',
  path: '/api/admin/sign-in-policy',
  summary:
    'Sets of which roles a second factor is required; an admin who requires it of admins must have one',
  access: 'admin',
  freshSession: true,
  /** Omitted rules stay unchanged, so that two admins who change one rule each do not overwrite each other. */
  body: z
    .strictObject({
      adminsNeedSecondFactor: z.boolean().optional(),
      supportNeedsSecondFactor: z.boolean().optional(),
      resellersNeedSecondFactor: z.boolean().optional(),
    })
    .refine((rules) => Object.keys(rules).length > 0, 'must name a rule'),
  replies: { 200: SignInPolicy },
  errors: ['CONFLICT'],
});
