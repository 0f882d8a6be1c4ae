import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import type { PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';

/**
 * The personal data that commerce stores. Amounts, numbers and dates of orders stay, because the law requires them for
 * accounting.
 */
export function personalStores(commerce: CommerceContext): PersonalStore[] {
  const { orders, resellers, settings, clock } = commerce;
  return [
    {
      collection: 'orders',
      read: ({ emailKey }) => orders.find({ canonicalEmail: emailKey }).lean(),
      erase: async ({ emailKey }) => {
        const { modifiedCount } = await orders.updateMany(
          { canonicalEmail: emailKey },
          {
            $set: {
              customerEmail: '',
              canonicalEmail: '',
              customerName: null,
              customerBusinessName: null,
              customerTaxId: null,
              emailProblem: null,
              erasedAt: new Date(clock.now()),
            },
            $unset: { republishAt: 1, 'withdrawal.name': 1, invoice: 1, confirmation: 1 },
            // Makes concurrent writers read the order again.
            $inc: { revision: 1 },
          },
        );
        return { removed: 0, kept: modifiedCount };
      },
    },
    {
      collection: 'resellers',
      read: ({ emailKey }) => resellers.find({ canonicalEmail: emailKey }).lean(),
      erase: async ({ emailKey }) => {
        const { modifiedCount } = await resellers.updateMany(
          { canonicalEmail: emailKey, deletedAt: trusted({ $ne: null }) },
          {
            $set: {
              email: null,
              canonicalEmail: null,
              contactPerson: '',
              phone: '',
              notes: '',
              salesPage: EMPTY_SALES_PAGE,
              embeddingSites: [],
              sellerDetails: EMPTY_SELLER_DETAILS,
            },
          },
        );
        return { removed: 0, kept: modifiedCount };
      },
    },
    {
      collection: 'settings',
      read: async () => [],
      erase: async ({ isIn }) => {
        const stored = await settings.findOne().lean();
        const gone = (stored?.adminNotificationEmails ?? []).filter(isIn);
        // Removes only these addresses, because another one may be added meanwhile.
        if (gone.length > 0) await settings.updateOne({}, { $pullAll: { adminNotificationEmails: gone } });
        return { removed: gone.length, kept: 0 };
      },
    },
  ];
}

/** A reseller who sells has a contract, so the business must be closed before the person is erased. */
export async function findObstacle(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  { emailKey }: { emailKey: string },
): Promise<string | null> {
  const reseller = await resellers.findOne({ canonicalEmail: emailKey, deletedAt: null }).lean();
  return reseller && `${reseller.businessName} is a reseller with this address. Delete the reseller first.`;
}
