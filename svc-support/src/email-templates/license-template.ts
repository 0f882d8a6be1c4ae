import type { licenseIssued } from '@leadping/contracts/licensing/license-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { BRAND } from '@leadping/contracts/brand';
import { DEVICE_LIMIT } from '@leadping/contracts/licensing/device-routes';
import { imitatesPlatform } from '@leadping/contracts/own-names';
import type { Block, EmailTemplate } from './email-template.ts';
import { purchaseBlocks, purchaseLook } from './purchase-blocks.ts';

type MailedLicense = Pick<
  PayloadOf<typeof licenseIssued>,
  'seller' | 'orderId' | 'purchase' | 'testExpiresAt' | 'trialEndsAt'
> & {
  licenseKey: string;
};

const INDEPENDENT_RESELLER = 'Independent reseller';

/** The name a buyer bought from: a reseller's buyer reads the reseller's. */
export function sellerName({ seller }: Pick<MailedLicense, 'seller'>): string {
  return seller.resellerId === null ? BRAND.name : seller.businessName || BRAND.name;
}

/** The display name of mails to buyers. A name that imitates the platform or its staff is replaced. */
export function senderName({ seller }: Pick<MailedLicense, 'seller'>): string {
  const { resellerId, businessName } = seller;
  return resellerId !== null && imitatesPlatform(businessName)
    ? INDEPENDENT_RESELLER
    : sellerName({ seller });
}

/** The pages of the seller. Without a purchase, the id of a reseller leads there as well as a slug. */
export function sellerUrl(
  { seller, purchase }: Pick<MailedLicense, 'seller'> & Partial<Pick<MailedLicense, 'purchase'>>,
  publicUrl: string,
): string {
  return seller.resellerId === null
    ? publicUrl
    : `${publicUrl}/r/${purchase?.seller.slug ?? seller.resellerId}`;
}

function lifetimeText({ testExpiresAt, trialEndsAt }: MailedLicense): string {
  if (trialEndsAt) return `Your trial ends on ${longDate(trialEndsAt)}.`;
  return testExpiresAt ? 'Keep this email.' : 'The key is yours for life, so keep this email.';
}

const longDate = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Nothing is paid for a trial, and anybody may have requested it. */
function trialNotice({ trialEndsAt }: MailedLicense, publicUrl: string): Block[] {
  if (trialEndsAt === undefined) return [];
  return [
    {
      kind: 'paragraph',
      text: `The trial is free and ends by itself, with nothing to cancel. To continue after it, buy a license: ${publicUrl} Your settings and captures stay.`,
    },
    {
      kind: 'paragraph',
      text: 'If you did not request a trial, ignore this email. Nothing was bought.',
    },
  ];
}

/** A license of a test payment ends 30 days after it was issued. */
export function testNotice({ testExpiresAt }: Pick<MailedLicense, 'testExpiresAt'>): Block[] {
  if (testExpiresAt === undefined) return [];
  const end = longDate(testExpiresAt);
  return [
    {
      kind: 'paragraph',
      text: `This was a test purchase. No money was paid, and the license ends after 30 days, on ${end}.`,
    },
  ];
}

export interface MailAddresses {
  publicUrl: string;
  storeUrl: string;
  receiptPath: string | null;
}

/** The key, with instructions. `resent` if the buyer requested it again. */
export function licenseEmailTemplate(
  license: MailedLicense,
  addresses: MailAddresses,
  options = { resent: false },
): EmailTemplate {
  const seller = sellerName(license);
  const from = seller === BRAND.name ? '' : ` from ${seller}`;
  const what = license.trialEndsAt ? 'trial key' : 'license key';
  return {
    subject: options.resent ? `Your ${BRAND.name} ${what}, once more` : `Your ${BRAND.name} ${what}${from}`,
    brand: seller,
    heading: options.resent ? `Here is your ${what} again` : `Your ${what} is here`,
    blocks: [
      {
        kind: 'paragraph',
        text: options.resent
          ? 'You asked us to send your key again. This is the key that works now.'
          : `Thank you for choosing ${BRAND.name}. ${lifetimeText(license)}`,
      },
      ...testNotice(license),
      { kind: 'code', label: 'License key', value: license.licenseKey },
      ...installBlocks(license, addresses),
      ...trialNotice(license, addresses.publicUrl),
      ...confirmationBlocks(license, addresses),
    ],
    footer: `You’re receiving this email because a ${BRAND.name} license was issued to this address.`,
    ...(license.purchase && { look: purchaseLook(license.purchase, addresses.publicUrl) }),
  };
}

/** How to install the extension and where to get help. */
export function installBlocks(license: MailedLicense, { publicUrl, storeUrl }: MailAddresses): Block[] {
  const helpUrl = sellerUrl(license, publicUrl);
  return [
    { kind: 'button', label: 'Add to Chrome', url: storeUrl },
    {
      kind: 'steps',
      steps: [
        'Add the extension to Chrome (version 88 or later).',
        'Open it, paste the whole key, dashes included, and press Activate.',
        'Add the webhook of your CRM or spreadsheet, open a profile and press Ping.',
      ],
    },
    {
      kind: 'paragraph',
      text: `Every step with pictures: ${helpUrl}/docs/installation`,
    },
    {
      kind: 'paragraph',
      text: `The key works in up to ${DEVICE_LIMIT} browsers at a time. ${helpText(license, helpUrl)}`,
    },
    {
      kind: 'paragraph',
      text: `See your keys, browsers and orders, or replace a leaked key: ${publicUrl}/my`,
    },
  ];
}

/** A reseller promises a reply time of their own. Our staff answers tickets, so the mail names it apart. */
function helpText({ seller, purchase }: MailedLicense, helpUrl: string): string {
  const { supportReply, contactEmail } = purchase?.seller ?? {};
  if (supportReply === undefined) return `Stuck? Write to us: ${helpUrl}/support`;
  return contactEmail
    ? `Stuck? Answer this email, and ${sellerName({ seller })} replies ${supportReply}. Or ask the ${BRAND.name} team: ${helpUrl}/support`
    : `Stuck? Write to us, and we reply ${supportReply}: ${helpUrl}/support`;
}

/** Confirms the contract. Every mail with a key does, because it may be the first one that reaches the buyer. */
export function confirmationBlocks(
  license: MailedLicense,
  { publicUrl, receiptPath }: Pick<MailAddresses, 'publicUrl' | 'receiptPath'>,
): Block[] {
  const { purchase, orderId, testExpiresAt } = license;
  if (!purchase) return [];
  return purchaseBlocks(purchase, {
    seller: sellerName(license),
    orderId,
    pagesUrl: sellerUrl(license, publicUrl),
    publicUrl,
    receiptPath,
    isTest: testExpiresAt !== undefined,
  });
}
