import {
  licenseIssued,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { licenseEmailTemplate, sellerName } from '../email-templates/license-template.ts';
import {
  reinstatedEmailTemplate,
  revokedEmailTemplate,
  suspendedEmailTemplate,
} from '../email-templates/license-status-template.ts';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { MailWriter } from './mail-writer.ts';

const STATUS_TEMPLATES = [
  { event: licenseRevoked, template: revokedEmailTemplate },
  { event: licenseSuspended, template: suspendedEmailTemplate },
  { event: licenseReinstated, template: reinstatedEmailTemplate },
];

export function onLicenseEvents(
  consume: Consumers['consume'],
  { queue, publicUrl, licenseKeySealer, requestStoreUrl }: MailWriter,
): void {
  const opened = <L extends { licenseId: string; sealedLicenseKey: string }>(license: L) => ({
    ...license,
    licenseKey: licenseKeySealer.open(license.sealedLicenseKey, licenseKeyPlace(license.licenseId)),
  });
  consume(licenseIssued, async (license) =>
    queue(licenseEmailTemplate(opened(license), { publicUrl, storeUrl: await requestStoreUrl() }), {
      effectId: `license-issued:${license.licenseId}`,
      kind: 'license-key',
      to: license.email,
      senderName: sellerName(license),
      ...idsOf(license),
    }),
  );
  consume(licenseResendRequested, async (license) => {
    const addresses = { publicUrl, storeUrl: await requestStoreUrl() };
    return queue(licenseEmailTemplate(opened(license), addresses, { resent: true }), {
      effectId: `license-resend:${license.requestId}:${license.licenseId}`,
      kind: 'license-key',
      to: license.email,
      senderName: sellerName(license),
    });
  });
  for (const { event, template } of STATUS_TEMPLATES) {
    consume(event, (license, eventId) =>
      queue(template(opened(license), publicUrl), {
        effectId: eventId,
        kind: 'license-status',
        to: license.email,
        senderName: sellerName(license),
        ...idsOf(license),
      }),
    );
  }
}

function idsOf({ licenseId, orderId }: { licenseId: string; orderId: string | null }) {
  return { licenseId, ...(orderId === null ? {} : { orderId }) };
}
