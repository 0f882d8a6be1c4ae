import { randomBytes } from 'node:crypto';
import { ADMIN } from '../../test-stacks.ts';
import { type Platform, platformClient, sessionOf, until } from '../../platform.ts';
import { person } from '../person.ts';
import { makeReseller, type TestReseller } from '../reseller.ts';

const address = () => `10.${[...randomBytes(3)].join('.')}`;

const BUYERS = [
  'lena.fischer@hafen-kontor.example',
  'omar@brightline.example',
  'tomoko.watanabe@kaizen.example',
  'a-remarkably-long-name-of-a-buyer@department.of-a-company-with-a-long-name.example',
  'jo@oak.example',
];

const TICKETS = [
  ['Maya Lindqvist', 'The Ping button does not appear', 'technical'],
  ['Omar Haddad', 'Invoice for our bookkeeping', 'billing'],
  ['Lena Fischer', 'Can a key move to a new laptop?', 'licensing'],
] as const;

/** The reseller of the reseller screens. The gateway renders its page, so it must exist in each run. */
export const makeShownReseller = (platform: Platform) =>
  makeReseller(platform, {
    businessName: 'Nordlicht Vertrieb',
    productPrice: '1149.00',
    currency: 'CHF',
  });

/**
 * Creates some sales, tickets and failures, so that every screen has data. Returns the names for the screens' paths.
 */
export async function fillPlatform(platform: Platform, seller: Pick<TestReseller, 'slug' | 'signedIn'>) {
  const client = platformClient(platform);
  let session = '';
  for (const email of BUYERS) {
    session = await client.startCheckout(address());
    await client.pay(session, email);
  }
  for (const email of BUYERS.slice(0, 3)) {
    const { url } = await client.call<{ url: string }>(
      '/api/create-reseller-product-checkout',
      'POST',
      {
        resellerId: seller.slug,
        successUrl: `${platform.publicUrl}/success`,
        cancelUrl: `${platform.publicUrl}/r/${seller.slug}`,
      },
      { 'x-forwarded-for': address() },
    );
    await client.pay(sessionOf(url), `r.${email}`);
  }
  await seller.signedIn.call('/api/resellers/discount-codes', 'POST', {
    code: 'SPRING-20',
    percent: 20,
    maxUses: 50,
  });
  for (const email of BUYERS)
    await until(`the key of ${email}`, async () => (await client.mailsTo(email)).length > 0);
  let ticket = '';
  for (const [name, subject, category] of TICKETS) {
    ({ ticketNumber: ticket } = await client.call<{ ticketNumber: string }>(
      '/api/support',
      'POST',
      {
        name,
        subject,
        category,
        email: BUYERS[0],
        message:
          'Hello, since this morning it is not there on any profile. Chrome is current. What can I do?',
      },
      { 'x-forwarded-for': address() },
    ));
  }
  await client.confirmTicket(ticket, BUYERS[0] ?? '');
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const [found] = await admin.call<{ id: string }[]>(`/api/admin/support-tickets?search=${ticket}`);
  return { slug: seller.slug, session, ticket, ticketId: found?.id ?? '' };
}
