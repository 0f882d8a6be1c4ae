import { BRAND } from '@leadping/contracts/brand';
import { hasOrder } from '@leadping/contracts/commerce/requests';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type {
  addressChangeRequested,
  customerLinkRequested,
} from '@leadping/contracts/identity/customer-events';
import { hasLicense } from '@leadping/contracts/licensing/requests';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import type { SupportContext } from '../context.ts';
import {
  addressChangeEmailTemplate,
  customerLinkEmailTemplate,
} from '../email-templates/customer-template.ts';
import type { MailWriter } from './mail-writer.ts';

const ACCOUNT = { senderName: BRAND.name } as const;

/** Mails the link only to an address that bought or wrote something, and only while it opens anything. */
export async function onCustomerLinkRequested(
  support: SupportContext,
  { queue, credentialSealer, publicUrl }: MailWriter,
  { linkId, email, sealedToken, expiresAt }: PayloadOf<typeof customerLinkRequested>,
): Promise<void> {
  if (new Date(expiresAt) <= new Date() || !(await isCustomer(support, email))) return;
  const token = credentialSealer.open(sealedToken, mailedTokenPlace('customer-links', linkId));
  await queue(customerLinkEmailTemplate(token, publicUrl), {
    ...ACCOUNT,
    purpose: 'customer-link',
    effectId: `customer-link:${linkId}`,
    to: email,
  });
}

async function isCustomer({ bus, tickets }: SupportContext, email: string): Promise<boolean> {
  if (await tickets.exists({ emailKey: canonicalEmail(email) })) return true;
  const replies = await Promise.all([bus.request(hasLicense, { email }), bus.request(hasOrder, { email })]);
  return replies.some(({ isKnown }) => isKnown);
}

/** Mails a link of its own to each of the two addresses. */
export async function onAddressChangeRequested(
  { queue, credentialSealer, publicUrl }: MailWriter,
  change: PayloadOf<typeof addressChangeRequested>,
): Promise<void> {
  const { changeId, email, newEmail } = change;
  const place = mailedTokenPlace('address-changes', changeId);
  const mails = [
    { to: email, sealed: change.sealedToken, purpose: 'address-change' },
    { to: newEmail, sealed: change.sealedNewToken, purpose: 'address-change-new' },
  ] as const;
  for (const { to, sealed, purpose } of mails) {
    const token = credentialSealer.open(sealed, place);
    await queue(addressChangeEmailTemplate({ token, email, newEmail }, publicUrl), {
      ...ACCOUNT,
      purpose,
      effectId: `address-change:${changeId}:${purpose}`,
      to,
    });
  }
}
