import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasOrder } from '@leadping/contracts/commerce/requests';
import {
  addressChangeRequested,
  customerAddressChanged,
  customerLinkRequested,
} from '@leadping/contracts/identity/customer-events';
import { hasLicense } from '@leadping/contracts/licensing/requests';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { countHandled } from '@leadping/test-kit/count-handled';
import { newEmail } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomUUID } from 'node:crypto';
import { startSupport, type Support } from './support.ts';

describe('a customer without an account', () => {
  let support: Support;
  const buyers = new Set<string>();
  beforeAll(async () => {
    support = await startSupport();
    support.commerce.bus.respond(hasOrder, async ({ email }) => ({ isKnown: buyers.has(email) }));
    support.licensing.bus.respond(hasLicense, async () => ({ isKnown: false }));
  });
  afterAll(() => support.close());

  const untilHandled = (subject: string, count: number) =>
    until(async () => (await countHandled(support.url, subject)) >= count);
  const seal = (purpose: 'customer-links' | 'address-changes', id: string, token: string) =>
    support.credentialSealer.seal(token, mailedTokenPlace(purpose, id));
  const link = (email: string, expiresInMs = 900_000) => {
    const linkId = randomUUID();
    return {
      linkId,
      email,
      sealedToken: seal('customer-links', linkId, `token-${linkId}`),
      expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
    };
  };

  it('is mailed a link once, and neither a stranger nor somebody with an expired link is', async () => {
    const [buyer, stranger, late] = [newEmail(), newEmail(), newEmail()];
    buyers.add(buyer).add(late);
    const wanted = link(buyer);
    const all = [wanted, wanted, link(stranger), link(late, -1)];
    for (const each of all) await support.identity.publish(customerLinkRequested, each);
    const [mail] = await support.mailed(buyer);
    expect(mail!.textBody).toContain(`token-${wanted.linkId}`);
    await untilHandled(customerLinkRequested.subject, all.length);
    expect(await support.mailsTo(buyer)).toHaveLength(1);
    expect(await support.mailsTo(stranger)).toEqual([]);
    expect(await support.mailsTo(late)).toEqual([]);
  });

  it('gets a link of its own at each of the two addresses of a change, once', async () => {
    const [email, next, changeId] = [newEmail(), newEmail(), randomUUID()];
    const change = {
      changeId,
      email,
      newEmail: next,
      sealedToken: seal('address-changes', changeId, 'token-of-the-previous'),
      sealedNewToken: seal('address-changes', changeId, 'token-of-the-next'),
      expiresAt: new Date(Date.now() + 900_000).toISOString(),
    };
    await support.identity.publish(addressChangeRequested, change);
    await support.identity.publish(addressChangeRequested, change);
    const [[previous], [following]] = [await support.mailed(email), await support.mailed(next)];
    expect(previous!.textBody).toContain('token-of-the-previous');
    expect(previous!.textBody).not.toContain('token-of-the-next');
    expect(following!.textBody).toContain('token-of-the-next');
    expect(following!.textBody).not.toContain('token-of-the-previous');
    await untilHandled(addressChangeRequested.subject, 2);
    expect([await support.mailsTo(email), await support.mailsTo(next)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  it('keeps the tickets at the address of the latest change, also if an earlier event arrives again', async () => {
    const [email, away] = [newEmail(), newEmail()];
    const { body } = await send(`${support.url}/api/support`, {
      json: { name: 'Ann', email, subject: 'Key', message: 'Where is it?' },
    });
    const { ticketNumber } = body as { ticketNumber: string };
    const now = Date.now();
    const moves = [
      [email, away, now],
      [away, email, now + 1000],
      [email, away, now],
    ] as const;
    const emails: unknown[] = [];
    for (const [index, [from, to, at]] of moves.entries()) {
      const changed = { changeId: randomUUID(), email: from, newEmail: to };
      const changedAt = new Date(at).toISOString();
      await support.identity.publish(customerAddressChanged, { ...changed, changedAt });
      await untilHandled(customerAddressChanged.subject, index + 1);
      emails.push((await support.database.collection('tickets').findOne({ ticketNumber }))?.email);
    }
    expect(emails).toEqual([away, email, email]);
  });
});
