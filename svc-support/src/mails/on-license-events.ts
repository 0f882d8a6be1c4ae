import {
  licenseIssued,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
  readVersion1,
} from '@leadping/contracts/licensing/license-events';
import { licenseEmailTemplate, sellerName } from '../email-templates/license-template.ts';
import {
  reinstatedEmailTemplate,
  revokedEmailTemplate,
  suspendedEmailTemplate,
} from '../email-templates/license-status-template.ts';
import type { MailWriter } from './mail-writer.ts';

const STATUS_LETTERS = [
  { event: licenseRevoked, template: revokedEmailTemplate },
  { event: licenseSuspended, template: suspendedEmailTemplate },
  { event: licenseReinstated, template: reinstatedEmailTemplate },
];

export function onLicenseEvents({ consume, queue, publicUrl, sealer }: MailWriter): void {
  const earlier = { 1: (told: unknown) => readVersion1(told, sealer.seal) };
  const opened = <L extends { sealedLicenseKey: string }>(license: L) => ({
    ...license,
    licenseKey: sealer.open(license.sealedLicenseKey),
  });
  consume(
    licenseIssued,
    (license) =>
      queue(licenseEmailTemplate(opened(license), publicUrl), {
        effectId: `license-issued:${license.licenseId}`,
        kind: 'license-key',
        to: license.email,
        senderName: sellerName(license),
        licenseId: license.licenseId,
      }),
    earlier,
  );
  consume(
    licenseResendRequested,
    (license) =>
      queue(licenseEmailTemplate(opened(license), publicUrl, { resent: true }), {
        effectId: `license-resend:${license.requestId}:${license.licenseId}`,
        kind: 'license-key',
        to: license.email,
        senderName: sellerName(license),
        licenseId: license.licenseId,
      }),
    earlier,
  );
  for (const { event, template } of STATUS_LETTERS) {
    consume(
      event,
      (license, eventId) =>
        queue(template(opened(license), publicUrl), {
          effectId: eventId,
          kind: 'license-status',
          to: license.email,
          senderName: sellerName(license),
        }),
      earlier,
    );
  }
}
