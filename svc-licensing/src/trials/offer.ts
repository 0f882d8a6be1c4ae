import { TRIAL_DAYS } from '@leadping/contracts/licensing/trial-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { LicensingContext } from '../context.ts';

type Context = Pick<LicensingContext, 'trialOffers'>;

/** Offered unless an admin ended it, because the page's description promises a trial. */
export async function readOffer({ trialOffers }: Context): Promise<{ isOffered: boolean; days: number }> {
  const stored = await trialOffers.findById('trial-offer').lean();
  return { isOffered: stored?.isOffered ?? true, days: TRIAL_DAYS };
}

export async function saveOffer(context: Context, isOffered: boolean) {
  const before = await readOffer(context);
  await context.trialOffers.updateOne({ _id: 'trial-offer' }, { $set: { isOffered } }, { upsert: true });
  recordChange({
    target: 'trial offer',
    before: { isOffered: before.isOffered },
    after: { isOffered },
  });
  return { ...before, isOffered };
}
