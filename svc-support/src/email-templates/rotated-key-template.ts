import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import { BRAND } from '@leadping/contracts/brand';
import type { Block, EmailTemplate } from './email-template.ts';
import {
  confirmationBlocks,
  installBlocks,
  sellerName,
  sellerUrl,
  testNotice,
  type MailAddresses,
} from './license-template.ts';
import { purchaseLook } from './purchase-blocks.ts';

type RotatedLicense = PayloadOf<typeof licenseKeyRotated> & { licenseKey: string };

/** The key that replaces another one. A corrected address may belong to somebody who has no other mail. */
export function rotatedKeyEmailTemplate(license: RotatedLicense, addresses: MailAddresses): EmailTemplate {
  const { purchase, licenseKey, keptDevices, cause } = license;
  const { publicUrl } = addresses;
  const isNewAddress = cause === 'address';
  const reason = isNewAddress
    ? 'The email address of your license was changed, so it has a new key. The previous key no longer works.'
    : 'The key of your license was replaced. The previous key no longer works.';
  return {
    subject: `Your new ${BRAND.name} license key`,
    brand: sellerName(license),
    heading: 'Your license has a new key',
    blocks: [
      { kind: 'paragraph', text: reason },
      ...testNotice(license),
      { kind: 'code', label: 'New license key', value: licenseKey },
      { kind: 'paragraph', text: devicesText(keptDevices) },
      ...(isNewAddress ? installBlocks(license, addresses) : ENTER_AGAIN),
      {
        kind: 'paragraph',
        text: `If you did not expect this, please write to us: ${sellerUrl(license, publicUrl)}/support`,
      },
      ...confirmationBlocks(license, addresses),
    ],
    footer: `You’re receiving this email because a ${BRAND.name} license belongs to this address.`,
    ...(purchase && { look: purchaseLook(purchase, publicUrl) }),
  };
}

const ENTER_AGAIN: Block[] = [
  {
    kind: 'steps',
    steps: [
      'Open the extension in each browser that asks for the new key.',
      'Paste the whole key, dashes included, and press Activate.',
      'Your webhooks, settings and history stay as they are.',
    ],
  },
];

function devicesText(keptDevices: number): string {
  if (keptDevices === 0) return 'All browsers were signed out and need the new key.';
  const kept =
    keptDevices === 1 ? 'One browser was kept and takes' : `${keptDevices} browsers were kept and take`;
  return `${kept} the new key without your help. All others were signed out and need it.`;
}
