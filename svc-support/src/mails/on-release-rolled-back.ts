import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { releaseRollbackTemplate } from '../email-templates/release-rollback-template.ts';
import type { MailWriter } from './mail-writer.ts';

export async function onReleaseRolledBack(
  { queue, requestSettings, publicUrl }: MailWriter,
  rollback: PayloadOf<typeof releaseRolledBack>,
): Promise<void> {
  for (const to of (await requestSettings()).adminNotificationEmails) {
    await queue(releaseRollbackTemplate(rollback, publicUrl), {
      effectId: `release-rollback:${rollback.revision}:${to}`,
      kind: 'account',
      to,
      senderName: BRAND.name,
    });
  }
}
