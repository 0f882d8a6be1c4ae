import { BRAND } from '@leadping/contracts/brand';
import type { CaptureAlert } from '@leadping/contracts/licensing/capture-report-routes';
import { capturesFailingTemplate } from '../email-templates/captures-failing-template.ts';
import type { MailWriter } from './mail-writer.ts';

export async function onCapturesFailing(
  { queueForAdmins, publicUrl }: MailWriter,
  alert: CaptureAlert,
): Promise<void> {
  await queueForAdmins(capturesFailingTemplate(alert, publicUrl), {
    effectId: `captures-failing:${alert.at.slice(0, 10)}/${alert.layout}`,
    purpose: 'staff-notice',
    senderName: BRAND.name,
  });
}
