import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { rewrite } from '@leadping/service-kit/privacy/erase-from-machinery';
import type { Person, PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

/** The personal data that support stores. */
export function personalStores({ database, tickets, mails }: SupportContext): PersonalStore[] {
  const withNothing = async () => [];
  return [
    {
      collection: 'tickets',
      // Returns each message separately, so that a long conversation fits into messages between services.
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
      // The mail stays as a record of its effect, otherwise a late delivery of the event would mail it again.
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
 * Effects whose ids contain the person's address. Notices to an admin contain the recipient. Notices about an
 * undelivered key also contain the customer.
 */
async function findNaming(mails: SupportContext['mails'], person: Person): Promise<string[]> {
  const addresses = [person.email, person.emailKey].map(escapeRegExp);
  const found = await mails
    .find({ _id: trusted({ $regex: addresses.join('|'), $options: 'i' }) })
    .select({ _id: 1 })
    .lean();
  // Excludes longer addresses that contain this one.
  return found.map(({ _id }) => _id).filter(person.isIn);
}
