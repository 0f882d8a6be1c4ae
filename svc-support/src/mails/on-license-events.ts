import {
  licenseIssued,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
  readVersion1,
} from '@leadping/contracts/licensing/license-events';
import { licenseLetter, sellerName } from '../letters/license-letter.ts';
import { reinstatedLetter, revokedLetter, suspendedLetter } from '../letters/license-status-letters.ts';
import type { MailWriter } from './mail-writer.ts';

const STATUS_LETTERS = [
  { event: licenseRevoked, letter: revokedLetter },
  { event: licenseSuspended, letter: suspendedLetter },
  { event: licenseReinstated, letter: reinstatedLetter },
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
      queue(licenseLetter(opened(license), publicUrl), {
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
      queue(licenseLetter(opened(license), publicUrl, { resent: true }), {
        effectId: `license-resend:${license.requestId}:${license.licenseId}`,
        kind: 'license-key',
        to: license.email,
        senderName: sellerName(license),
      }),
    earlier,
  );
  for (const { event, letter } of STATUS_LETTERS) {
    consume(
      event,
      (license, eventId) =>
        queue(letter(opened(license), publicUrl), {
          effectId: eventId,
          kind: 'license-status',
          to: license.email,
          senderName: sellerName(license),
        }),
      earlier,
    );
  }
}
