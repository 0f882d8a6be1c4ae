import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ticketCreated } from '@leadping/contracts/support/ticket-events';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { trusted } from 'mongoose';
import { mailContentPlace, type Mail } from '../src/mails/mail.model.ts';
import { claimSingle, singleNoticeModel, WINDOW_MS } from '../src/mails/single-notices.ts';
import { quietSettings, startSupport, type Support } from './support.ts';
import { ticketCalls } from './ticket-calls.ts';

describe('ticket notices to the staff', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  const { open } = ticketCalls(() => support);

  it('are two mails for the first of many tickets and a digest for the others, with each ticket once', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({
      adminNotificationEmails: [admin],
      enableTicketNotifications: true,
    });
    const opened = [];
    for (let count = 0; count < 30; count += 1) opened.push(await open({ subject: `Flood ${count}` }));
    const { ticketNumber, subject, name, email, message, priority } = opened.at(-1)!;
    const again = { ticketNumber, subject, name, email, message, priority, isConfirmed: false };
    await support.licensing.publish(ticketCreated, again);

    const sealer = buildSealer(support.config.SEAL_KEYS);
    const digests = () =>
      support.mails.find({ _id: new RegExp(`^ticket-digest:.*:${admin}$`) as never }).lean();
    const textsIn = ({ _id, sealedContent }: Mail) =>
      (JSON.parse(sealer.open(sealedContent ?? '', mailContentPlace(_id))) as { texts: string[] }).texts;
    await until(async () => (await digests()).flatMap(textsIn).length === 28);
    const singles = await support.mailed(admin, 2);
    expect(singles).toHaveLength(2);
    const waiting = await digests();
    // Two where five minutes of the clock ended in between.
    expect(waiting.length).toBeLessThanOrEqual(2);
    const texts = [...singles.map(({ textBody }) => textBody), ...waiting.flatMap(textsIn)];
    for (const ticket of opened) {
      expect(texts.filter((text) => text.includes(ticket.ticketNumber))).toHaveLength(1);
    }
    for (const { nextAttemptAt } of waiting)
      expect(nextAttemptAt?.getTime()).toBeGreaterThan(Date.now() - 1000);

    // As if the five minutes were over.
    const ids = waiting.map(({ _id }) => _id);
    await support.mails.updateMany({ _id: trusted({ $in: ids }) }, { $set: { nextAttemptAt: new Date(0) } });
    const mails = await support.mailed(admin, 2 + waiting.length);
    const [digest] = mails.filter(({ subject: title }) => title.includes('more ticket messages'));
    expect(digest?.textBody).toContain('New ticket: Flood');
    expect(digest?.textBody).toContain('/admin/tickets');

    // An event comes again after its digest has gone, and another one after it.
    await support.licensing.publish(ticketCreated, again);
    const last = await open({ subject: 'After the digest' });
    await until(async () => (await digests()).length === waiting.length + 1);
    const [later] = (await digests()).filter(({ _id }) => !ids.includes(_id));
    expect(textsIn(later!)).toEqual([expect.stringContaining(last.ticketNumber)]);
  });

  it('are exactly two mails if 30 tickets are opened at once, and digests for the others', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({
      adminNotificationEmails: [admin],
      enableTicketNotifications: true,
    });
    const numbers = Array.from({ length: 30 }, (_, count) => `TKT-AT-ONCE-${count}`);
    await Promise.all(
      numbers.map((ticketNumber) =>
        support.licensing.publish(ticketCreated, {
          ticketNumber,
          subject: 'At once',
          name: 'Ann',
          email: newEmail(),
          message: 'Please help.',
          priority: 'medium',
          isConfirmed: false,
        }),
      ),
    );

    const mails = () => support.mails.find({ to: admin }).lean();
    const noticesIn = (mail: Mail) => mail.noticeIds ?? [mail._id];
    await until(async () => (await mails()).flatMap(noticesIn).length === 30);
    const singles = (await mails()).filter(({ noticeIds }) => noticeIds === undefined);
    expect(singles).toHaveLength(2);
  });

  it('keep their place if their event is delivered again, as after a crash before the mail was stored', async () => {
    const singles = singleNoticeModel(support.database);
    const [toKey, now] = [newEmail(), Date.now()];
    const claim = (effectId: string, at = now) => claimSingle(singles, { toKey, effectId, now: at });
    const again = await Promise.all([claim('first'), claim('first'), claim('first')]);
    expect(again).toEqual([true, true, true]);
    expect(await claim('second')).toBe(true);
    expect(await claim('third')).toBe(false);
    expect([await claim('first'), await claim('second')]).toEqual([true, true]);
    expect(await claim('third', now + WINDOW_MS - 1)).toBe(false);
    expect(await claim('third', now + WINDOW_MS)).toBe(true);
  });
});
