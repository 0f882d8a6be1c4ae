import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { releaseRollbackTemplate } from '../email-templates/release-rollback-template.ts';
import type { MailWriter } from './mail-writer.ts';

export async function onReleaseRolledBack(
  { queueForAdmins, publicUrl }: MailWriter,
  rollback: PayloadOf<typeof releaseRolledBack>,
): Promise<void> {
  await queueForAdmins(releaseRollbackTemplate(rollback, publicUrl), {
    effectId: `release-rollback:${rollback.revision}`,
    purpose: 'staff-notice',
    senderName: BRAND.name,
  });
}
