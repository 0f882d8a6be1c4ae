import { BRAND } from '@leadping/contracts/brand';
import { CAPTURE_ALERT, type CaptureAlert } from '@leadping/contracts/licensing/capture-report-routes';
import { FIELD_NAMES } from '@leadping/contracts/licensing/field-names';
import type { EmailTemplate } from './email-template.ts';

/** For the admins: the networking site has probably changed a page, and captures of it lack a field. */
export function capturesFailingTemplate(alert: CaptureAlert, publicUrl: string): EmailTemplate {
  const { layout, presses, licenses, failures, fields } = alert;
  const title = `Captures fail: ${fields.map((field) => FIELD_NAMES[field].toLowerCase()).join(', ')}`;
  const share = Math.round(CAPTURE_ALERT.share * 100);
  return {
    subject: title,
    brand: BRAND.name,
    heading: title,
    blocks: [
      {
        kind: 'paragraph',
        text: `Within an hour, more than ${share} % of the captures on one layout of the profile page did not find a field. The networking site has probably changed its pages.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Layout', layout],
          ['Captures', String(presses)],
          ['Licenses', `${licenses} or more`],
          ...fields.map((field): [string, string] => [
            FIELD_NAMES[field],
            `not found in ${failures[field] ?? 0} of ${presses}`,
          ]),
        ],
      },
      {
        kind: 'paragraph',
        text: 'Publish selectors that find the field. Extensions use them without an update.',
      },
      { kind: 'button', label: 'Open the selectors', url: `${publicUrl}/admin/selectors` },
    ],
    footer: `You’re receiving this email because this address is among the notification addresses of ${BRAND.name}.`,
  };
}
