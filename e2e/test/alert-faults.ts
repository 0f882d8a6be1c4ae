import type { Connection } from 'mongoose';

/** A fault that triggers an alert, written as the processes would, and its end. */
interface AlertFault {
  alert: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** Faults that can exist at the same time in a stack's databases without affecting others. */
export function alertFaults(databaseOf: (service: string) => Connection): AlertFault[] {
  const commerce = (name: string) => databaseOf('commerce').collection(name);
  const letters = databaseOf('licensing').collection('dead_letters');
  const releases = databaseOf('gateway').collection('releases');
  const eventId = 'for-the-alert';
  const _id = 'for-the-alert' as never;
  // A revision below the first one, so that it is never served.
  const revision = { _id: -1 as never };
  return [
    {
      alert: 'DeadLetters',
      begin: () =>
        letters.insertOne({
          eventId,
          consumer: 'svc-licensing-commerce-order-paid',
          subject: 'commerce.order.paid',
          version: 1,
          payload: {},
          error: 'for the alert',
          attempts: 8,
          at: new Date(),
          replayedAt: null,
        }),
      end: () => letters.updateOne({ eventId }, { $set: { replayedAt: new Date() } }),
    },
    {
      alert: 'MailsWait',
      begin: () =>
        databaseOf('support')
          .collection('mails')
          .insertOne({ _id, kind: 'license-key', toKey: eventId, createdAt: ago(1), nextAttemptAt: ago(-1) }),
      end: () => databaseOf('support').collection('mails').deleteOne({ _id }),
    },
    {
      alert: 'OutboxLag',
      // No stream stores this subject.
      begin: () => {
        const entry = { id: eventId, subject: 'nowhere.alert', version: 1, payload: {}, at: ago(1), by: '' };
        return commerce('settings').updateOne({}, { $set: { outbox: [entry] } });
      },
      end: () => commerce('settings').updateOne({}, { $unset: { outbox: true } }),
    },
    {
      alert: 'OrderWebhooksFail',
      begin: () =>
        commerce('webhook_deliveries').insertOne({
          _id,
          orderId: 'none',
          receiver: 'admin',
          url: 'https://receiver.example/',
          state: 'stopped',
          nextAttempt: 10,
          nextAttemptAt: null,
          attempts: [],
          stoppedAt: new Date(),
          createdAt: ago(76),
        }),
      end: () => commerce('webhook_deliveries').deleteOne({ _id }),
    },
    {
      alert: 'PaymentReconcileGap',
      begin: () =>
        commerce('account_progress').insertOne({
          _id: 'platform:live' as never,
          resellerId: null,
          livemode: true,
          since: ago(1),
          nextRunAt: ago(-1),
        }),
      end: () => commerce('account_progress').deleteOne({ _id: 'platform:live' as never }),
    },
    {
      alert: 'CanaryRolledBack',
      begin: () =>
        releases.insertOne({
          ...revision,
          at: new Date(),
          by: 'for the alert',
          action: 'automatic-rollback',
          apps: [],
          announcedAt: new Date(),
          builds: [],
          state: '',
          signature: '',
        }),
      end: () => releases.deleteOne(revision),
    },
  ];
}
