import type { PayloadOf } from '@leadping/contracts/event';
import {
  licenseIssuedId,
  type licenseIssued,
  type licenseKeyRotated,
  type licenseResendRequested,
  type licenseRevoked,
} from '@leadping/contracts/licensing/license-events';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import {
  reinstatedEmailTemplate,
  revokedEmailTemplate,
  suspendedEmailTemplate,
} from '../email-templates/license-status-template.ts';
import { rotatedKeyEmailTemplate } from '../email-templates/rotated-key-template.ts';
import { licenseEmailTemplate, type MailAddresses } from '../email-templates/license-template.ts';
import { fromSeller } from './from-seller.ts';
import type { MailWriter } from './mail-writer.ts';

const STATUS_TEMPLATES = {
  revoked: revokedEmailTemplate,
  suspended: suspendedEmailTemplate,
  reinstated: reinstatedEmailTemplate,
};

export async function onLicenseIssued(
  writer: MailWriter,
  license: PayloadOf<typeof licenseIssued>,
  eventId: string,
): Promise<void> {
  const addresses = await findAddresses(writer, license);
  await writer.queue(licenseEmailTemplate(opened(writer, license), addresses), {
    effectId: `license-issued:${license.licenseId}`,
    purpose: 'license-key',
    to: license.email,
    ...fromSeller(license),
    // The first one comes again when NATS has lost its store, and so does the event of its outcome.
    isRepublished: eventId !== licenseIssuedId(license.licenseId),
    ...idsOf(license),
  });
}

export async function onLicenseResendRequested(
  writer: MailWriter,
  license: PayloadOf<typeof licenseResendRequested>,
): Promise<void> {
  const addresses = await findAddresses(writer, license);
  await writer.queue(licenseEmailTemplate(opened(writer, license), addresses, { resent: true }), {
    effectId: `license-resend:${license.requestId}:${license.licenseId}`,
    purpose: 'license-key-again',
    to: license.email,
    ...fromSeller(license),
    ...idsOf(license),
  });
}

export async function onLicenseKeyRotated(
  writer: MailWriter,
  license: PayloadOf<typeof licenseKeyRotated>,
  eventId: string,
): Promise<void> {
  const addresses = await findAddresses(writer, license);
  await writer.queue(rotatedKeyEmailTemplate(opened(writer, license), addresses), {
    effectId: eventId,
    purpose: 'license-key-rotated',
    to: license.email,
    ...fromSeller(license),
    ...idsOf(license),
  });
}

export async function onLicenseStatusChanged(
  writer: MailWriter,
  status: keyof typeof STATUS_TEMPLATES,
  license: PayloadOf<typeof licenseRevoked>,
  eventId: string,
): Promise<void> {
  // Anybody can request a trial for any address, so that it sends one mail only, with the key.
  if (license.trialEndsAt !== undefined) return;
  const template = STATUS_TEMPLATES[status];
  await writer.queue(template(opened(writer, license), writer.publicUrl), {
    effectId: eventId,
    purpose: 'license-status',
    to: license.email,
    ...fromSeller(license),
    // Without the license's id: what became of this mail says nothing about the key.
    ...(license.orderId === null ? {} : { orderId: license.orderId }),
  });
}

async function findAddresses(
  { publicUrl, requestStoreUrl, requestReceiptPath }: MailWriter,
  { orderId, purchase, email }: Pick<PayloadOf<typeof licenseIssued>, 'orderId' | 'purchase' | 'email'>,
): Promise<MailAddresses> {
  const [storeUrl, receiptPath] = await Promise.all([
    requestStoreUrl(),
    // Only a mail that confirms a contract links to its receipt.
    purchase && orderId !== null ? requestReceiptPath(orderId, email) : null,
  ]);
  return { publicUrl, storeUrl, receiptPath };
}

function opened<L extends { licenseId: string; sealedLicenseKey: string }>(
  { licenseKeySealer }: MailWriter,
  license: L,
) {
  const licenseKey = licenseKeySealer.open(license.sealedLicenseKey, licenseKeyPlace(license.licenseId));
  return { ...license, licenseKey };
}

function idsOf({
  licenseId,
  orderId,
  keyNumber = 1,
}: {
  licenseId: string;
  orderId: string | null;
  keyNumber?: number | undefined;
}) {
  return { licenseId, keyNumber, ...(orderId === null ? {} : { orderId }) };
}
