import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import { BRAND } from '@leadping/contracts/brand';
import type { EmailTemplate } from './email-template.ts';
import { sellerName, sellerUrl } from './license-template.ts';

type RotatedLicense = Pick<PayloadOf<typeof licenseKeyRotated>, 'seller' | 'keptDevices' | 'cause'> & {
  licenseKey: string;
};

/** The key that replaces another one. */
export function rotatedKeyEmailTemplate(license: RotatedLicense, publicUrl: string): EmailTemplate {
  const helpUrl = sellerUrl(license, publicUrl);
  const reason =
    license.cause === 'address'
      ? 'The email address of your license was changed, so it has a new key. The previous key no longer works.'
      : 'The key of your license was replaced. The previous key no longer works.';
  return {
    subject: `Your new ${BRAND.name} license key`,
    brand: sellerName(license),
    heading: 'Your license has a new key',
    blocks: [
      { kind: 'paragraph', text: reason },
      { kind: 'code', label: 'New license key', value: license.licenseKey },
      { kind: 'paragraph', text: devicesText(license.keptDevices) },
      {
        kind: 'steps',
        steps: [
          'Open the extension in each browser that asks for the new key.',
          'Paste the whole key, dashes included, and press Activate.',
          'Your webhooks, settings and history stay as they are.',
        ],
      },
      {
        kind: 'paragraph',
        text: `If you did not expect this, please write to us: ${helpUrl}/support`,
      },
    ],
    footer: `You’re receiving this email because a ${BRAND.name} license belongs to this address.`,
  };
}

function devicesText(keptDevices: number): string {
  if (keptDevices === 0) return 'All browsers were signed out and need the new key.';
  const kept =
    keptDevices === 1 ? 'One browser was kept and takes' : `${keptDevices} browsers were kept and take`;
  return `${kept} the new key without your help. All others were signed out and need it.`;
}
