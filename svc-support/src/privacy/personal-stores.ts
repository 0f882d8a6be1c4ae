import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { rewrite } from '@leadping/service-kit/privacy/erase-from-machinery';
import type { Person, PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

/** What support stores of a person. */
export function personalStores({ database, tickets, mails }: SupportContext): PersonalStore[] {
  const withNothing = async () => [];
  return [
    {
      collection: 'tickets',
      // Each message by itself, so that a long conversation fits into messages between services.
      read: async ({ emailKey }) => {
        const found = await tickets.find({ emailKey }).lean();
        return found.flatMap(({ responses, ...ticket }) => [
          ticket,
          ...responses.map((response) => ({ ...response, ticketNumber: ticket.ticketNumber })),
        ]);
      },
      erase: async ({ emailKey }) => {
        const { deletedCount } = await tickets.deleteMany({ emailKey });
        return { removed: deletedCount, kept: 0 };
      },
    },
    {
      collection: 'mails',
      read: ({ emailKey }) => mails.find({ toKey: emailKey }).lean(),
      // A mail stays as a mark that its effect was mailed: else a late delivery of the event would mail it again.
      erase: async (person) => {
        const { deletedCount } = await mails.deleteMany({
          _id: trusted({ $in: await findNaming(mails, person) }),
        });
        const { modifiedCount } = await mails.updateMany(
          { toKey: person.emailKey },
          {
            $set: { to: '', toKey: '' },
            $unset: { sealedContent: 1, error: 1, nextAttemptAt: 1, leaseId: 1 },
          },
        );
        return { removed: deletedCount, kept: modifiedCount };
      },
    },
    ...['system_logs', 'audit_log'].map((collection) => ({
      collection,
      read: withNothing,
      erase: async (person: Person) => ({
        removed: 0,
        kept: await rewrite(database, collection, person),
      }),
    })),
  ];
}

/**
 * Effects whose ids name the person: notices to an admin name whom they are mailed to, and those of a key that did not arrive
 * also the customer.
 */
async function findNaming(mails: SupportContext['mails'], person: Person): Promise<string[]> {
  const addresses = [person.email, person.emailKey].map(escapeRegExp);
  const found = await mails
    .find({ _id: trusted({ $regex: addresses.join('|'), $options: 'i' }) })
    .select({ _id: 1 })
    .lean();
  // A part of a longer address is another one.
  return found.map(({ _id }) => _id).filter(person.isIn);
}
