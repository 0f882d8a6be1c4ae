import type { PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import type { LicensingContext } from '../context.ts';

/** What licensing stores of a person. A license stays without its owner: its key was paid for and keeps working. */
export function personalStores({ licenses, resendRequests, recent }: LicensingContext): PersonalStore[] {
  return [
    {
      collection: 'licenses',
      read: ({ emailKey }) => licenses.find({ emailKey }).lean(),
      erase: async ({ emailKey }) => {
        const owned = await licenses.find({ emailKey }).select({ keyIndex: 1 }).lean();
        const { modifiedCount } = await licenses.updateMany(
          { emailKey },
          {
            $set: { email: '', emailKey: '', customerBusinessName: '', notes: '' },
            $unset: { republishAt: 1, mail: 1, isKeyOwed: 1, 'devices.$[].deviceName': 1 },
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
  ];
}
