import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseRevoked } from '@leadping/contracts/licensing/license-events';
import type { Block, EmailTemplate } from './email-template.ts';
import { sellerName, sellerUrl } from './license-template.ts';
import { sellerIdentity } from './seller-identity.ts';

type MailedLicense = Pick<PayloadOf<typeof licenseRevoked>, 'seller' | 'purchase'> & { licenseKey: string };

export function revokedEmailTemplate(license: MailedLicense, publicUrl: string): EmailTemplate {
  return statusEmailTemplate(license, publicUrl, {
    subject: `Your ${BRAND.name} license has ended`,
    heading: 'Your license has ended',
    text: 'The license below was revoked and the extension will stop sending profiles. If you were refunded, this is the result.',
    next: 'If you think this is a mistake, please write to us and we’ll look into it.',
  });
}

export function suspendedEmailTemplate(license: MailedLicense, publicUrl: string): EmailTemplate {
  return statusEmailTemplate(license, publicUrl, {
    subject: `Your ${BRAND.name} license is paused`,
    heading: 'Your license is paused',
    text: 'Your bank has opened a dispute about the payment for the license below. The license is paused until it is settled.',
    next: 'If the dispute was opened by mistake, please withdraw it at your bank. Your license then works again automatically.',
  });
}

export function reinstatedEmailTemplate(license: MailedLicense, publicUrl: string): EmailTemplate {
  return statusEmailTemplate(license, publicUrl, {
    subject: `Your ${BRAND.name} license works again`,
    heading: 'Your license works again',
    text: 'The payment for the license below stands, so it is active again. Your key is the same as before.',
    next: 'You don’t need to do anything.',
  });
}

function statusEmailTemplate(
  license: MailedLicense,
  publicUrl: string,
  words: { subject: string; heading: string; text: string; next: string },
): EmailTemplate {
  const blocks: Block[] = [
    { kind: 'paragraph', text: words.text },
    {
      kind: 'facts',
      facts: [['License', `${license.licenseKey.slice(0, 4)}-…-${license.licenseKey.slice(-4)}`]],
    },
    { kind: 'paragraph', text: words.next },
    { kind: 'button', label: 'Contact support', url: `${sellerUrl(license, publicUrl)}/support` },
  ];
  return {
    subject: words.subject,
    brand: sellerName(license),
    heading: words.heading,
    blocks,
    footer: `You’re receiving this email because a ${BRAND.name} license was issued to this address.`,
    ...sellerIdentity(license, publicUrl),
  };
}
