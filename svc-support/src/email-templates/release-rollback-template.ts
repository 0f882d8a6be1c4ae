import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import type { EmailTemplate } from './email-template.ts';

/** For the admins: a release failed for many visitors and was rolled back without a person. */
export function releaseRollbackTemplate(
  rollback: PayloadOf<typeof releaseRolledBack>,
  publicUrl: string,
): EmailTemplate {
  const title = `Rolled back: ${rollback.apps.join(', ')}`;
  return {
    subject: title,
    brand: BRAND.name,
    heading: title,
    blocks: [
      { kind: 'paragraph', text: rollback.note },
      {
        kind: 'facts',
        facts: [
          ['Visitors with errors', String(rollback.visitors)],
          ['Networks they are in', String(rollback.networks)],
          ['Page loads', String(rollback.loads)],
          ['Errors', rollback.messages.join(' / ') || 'none'],
          ['Revision', String(rollback.revision)],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Fix the release and publish it again. Automatic rollback can be paused under Releases.',
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/admin` },
    ],
    footer: `You’re receiving this email because this address is among the notification addresses of ${BRAND.name}.`,
  };
}
