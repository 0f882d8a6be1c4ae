import { BRAND } from '@leadping/contracts/brand';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { releaseRollbackTemplate } from '../email-templates/release-rollback-template.ts';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { MailWriter } from './mail-writer.ts';

export function onReleaseEvents(
  consume: Consumers['consume'],
  { queue, requestSettings, publicUrl }: MailWriter,
): void {
  consume(releaseRolledBack, async (rollback) => {
    for (const to of (await requestSettings()).adminNotificationEmails) {
      await queue(releaseRollbackTemplate(rollback, publicUrl), {
        effectId: `release-rollback:${rollback.revision}:${to}`,
        kind: 'account',
        to,
        senderName: BRAND.name,
      });
    }
  });
}
