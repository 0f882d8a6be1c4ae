import { escapeRegExp } from '@leadping/service-kit/data/escape-reg-exp';
import { rewrite } from '@leadping/service-kit/privacy/erase-from-machinery';
import type { PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
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
        const { deletedCount } = await mails.deleteMany({ toKey: person.emailKey, _id: named(person.email) });
        const { modifiedCount } = await mails.updateMany(
          { $or: [{ toKey: person.emailKey }, { replyTo: person.email }] },
          {
            $set: { to: '', toKey: '' },
            $unset: { replyTo: 1, sealedContent: 1, error: 1, nextAttemptAt: 1, leaseId: 1 },
          },
        );
        return { removed: deletedCount, kept: modifiedCount };
      },
    },
    ...['system_logs', 'audit_log'].map((collection) => ({
      collection,
      read: withNothing,
      erase: async (person: Parameters<PersonalStore['erase']>[0]) => ({
        removed: 0,
        kept: await rewrite(database, collection, person),
      }),
    })),
  ];
}

/** Effects that name whom they were mailed to, as notices to admins do. */
function named(email: string) {
  return trusted({ $regex: escapeRegExp(email), $options: 'i' });
}
