import type { PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { mailboxHash } from '../trials/mailbox.ts';

/**
 * The personal data that licensing stores. A license stays without its owner, because its key was paid for and keeps
 * working.
 */
export function personalStores(licensing: LicensingContext): PersonalStore[] {
  const { licenses, resendRequests, recent, trials, clock } = licensing;
  return [
    {
      collection: 'licenses',
      read: ({ emailKey }) => licenses.find({ emailKey }).lean(),
      erase: async ({ emailKey, isIn }) => {
        const owned = await licenses.find({ emailKey }).select({ keyIndex: 1, requestKey: 1 }).lean();
        // The request key was chosen by its sender and may contain an address. After its removal, a late repeat of the
        // request counts as new.
        const named = owned.filter(({ requestKey }) => isIn(requestKey)).map(({ _id }) => _id);
        await licenses.updateMany({ _id: trusted({ $in: named }) }, { $unset: { requestKey: 1 } });
        const { modifiedCount } = await licenses.updateMany(
          { emailKey },
          {
            $set: { email: '', emailKey: '', customerBusinessName: '', notes: '' },
            $unset: { republishAt: 1, mail: 1, isKeyOwed: 1, requestHash: 1, 'devices.$[].deviceName': 1 },
            $inc: { version: 1 },
          },
        );
        for (const { keyIndex } of owned) if (keyIndex) recent.forget(keyIndex);
        return { removed: 0, kept: modifiedCount };
      },
    },
    {
      collection: 'resend_requests',
      read: ({ emailKey }) => resendRequests.find({ emailKey }).lean(),
      erase: async ({ emailKey }) => {
        const { deletedCount } = await resendRequests.deleteMany({ emailKey });
        return { removed: deletedCount, kept: 0 };
      },
    },
    {
      collection: 'trials',
      read: ({ emailKey }) => trials.find({ _id: mailboxHash(licensing, emailKey) }).lean(),
      // The hash stays, so that an erasure does not lead to a second trial.
      erase: async ({ emailKey }) => {
        const { matchedCount } = await trials.updateOne(
          { _id: mailboxHash(licensing, emailKey) },
          { $set: { handledAt: new Date(clock.now()) }, $unset: { email: 1 } },
        );
        return { removed: 0, kept: matchedCount };
      },
    },
  ];
}
