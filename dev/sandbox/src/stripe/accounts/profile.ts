import { z } from 'zod';
import type { Collection } from '../../state/collection.ts';
import type { Scope } from '../objects/types.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'Two capital letters, such as DE');

/** The settings of an account that a seller changes in Stripe's dashboard, for one mode. */
export const accountProfile = z.strictObject({
  tax: z
    .strictObject({
      /** `inactive`: Stripe Tax was never switched on. `pending`: the head office is missing. */
      status: z.enum(['active', 'pending', 'inactive']).default('pending'),
      headOffice: country.default('US'),
      /** The countries where the seller collects tax. Without a percentage, the country's usual rate applies. */
      registrations: z
        .array(z.strictObject({ country, percent: z.number().min(0).max(100).optional() }))
        .default([]),
      taxCode: z.string().min(1).nullable().default(null),
      taxBehavior: z.enum(['exclusive', 'inclusive', 'inferred_by_currency']).nullable().default(null),
    })
    .prefault({}),
  /** `on` is the default of accounts since July 2026. `off` can be switched on for a session. */
  managedPayments: z.enum(['on', 'off', 'not_approved']).default('on'),
  /** `pending` and `refused`: the balance does not cover a refund. */
  refunds: z.enum(['succeeded', 'pending', 'refused']).default('succeeded'),
});
export type AccountProfile = z.output<typeof accountProfile>;

export interface OwnedProfile extends Scope {
  id: string;
  profile: AccountProfile;
}

interface Profiles {
  profiles: Collection<OwnedProfile>;
}

export function findProfile({ profiles }: Profiles, scope: Scope): AccountProfile {
  return profiles.find(profileId(scope))?.profile ?? accountProfile.parse({});
}

export function saveProfile({ profiles }: Profiles, scope: Scope, profile: AccountProfile): AccountProfile {
  const { account, livemode } = scope;
  return profiles.put({ id: profileId(scope), account, livemode, profile }).profile;
}

const profileId = ({ account, livemode }: Scope) => `${account}:${livemode ? 'live' : 'test'}`;
