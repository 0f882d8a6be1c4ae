import { BRAND } from '@leadping/contracts/brand';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SupportContext } from '../context.ts';
import type { EmailTemplate, RenderedEmailTemplate } from '../email-templates/email-template.ts';
import { renderEmailTemplate } from '../email-templates/render-template.ts';
import { mailContentPlace } from './mail.model.ts';
import { claimSingle, WINDOW_MS } from './single-notices.ts';

const MAX_LISTED = 20;

/** One notice as a digest shows it. */
export interface Notice {
  effectId: string;
  text: string;
}

interface Digest extends RenderedEmailTemplate {
  texts: string[];
}

type Digesting = Pick<SupportContext, 'mails' | 'singleNotices' | 'sealer' | 'clock' | 'config'>;

/**
 * Adds a notice to this address's digest if two others were sent within five minutes.
 * @returns false if the notice is sent alone: it is one of the first, or was sent already
 */
export async function digestNotice(support: Digesting, to: string, notice: Notice): Promise<boolean> {
  const { mails, singleNotices, clock } = support;
  const toKey = canonicalEmail(to);
  const now = clock.now();
  if (await mails.exists({ _id: notice.effectId })) return false;
  if (await mails.exists({ toKey, noticeIds: notice.effectId })) return true;
  if (await claimSingle(singleNotices, { toKey, effectId: notice.effectId, now })) return false;
  const end = Math.ceil(now / WINDOW_MS) * WINDOW_MS;
  await addNotice(support, { _id: `ticket-digest:${end}:${to}`, to, toKey, end }, notice);
  return true;
}

async function addNotice(
  support: Digesting,
  digest: { _id: string; to: string; toKey: string; end: number },
  notice: Notice,
): Promise<void> {
  const { mails, sealer, config } = support;
  const { _id, to, toKey, end } = digest;
  const seal = (texts: string[]) => {
    const content: Digest = { ...renderEmailTemplate(digestTemplate(texts, config.PUBLIC_URL)), texts };
    return sealer.seal(JSON.stringify(content), mailContentPlace(_id));
  };
  const stored = await mails.findById(_id).lean();
  if (!stored) {
    try {
      const nextAttemptAt = new Date(end);
      const fields = { kind: 'ticket', senderName: BRAND.name, state: 'queued', nextAttemptAt } as const;
      const content = { sealedContent: seal([notice.text]), noticeIds: [notice.effectId] };
      await mails.create({ _id, to, toKey, ...fields, ...content });
      return;
    } catch (error) {
      // A concurrent notice created it first.
      if (!isDuplicateKey(error)) throw error;
      return addNotice(support, digest, notice);
    }
  }
  const { sealedContent } = stored;
  const isWaiting = sealedContent !== undefined && stored.state === 'queued' && stored.attempts === 0;
  // The digest is being sent, so the notice goes into the next one.
  if (!isWaiting) {
    const later = end + WINDOW_MS;
    return addNotice(support, { ...digest, _id: `ticket-digest:${later}:${to}`, end: later }, notice);
  }
  if (stored.noticeIds?.includes(notice.effectId)) return;
  const { texts } = JSON.parse(sealer.open(sealedContent, mailContentPlace(_id))) as Digest;
  const { matchedCount } = await mails.updateOne(
    { _id, sealedContent, state: 'queued', attempts: 0 },
    {
      $set: { sealedContent: seal([...texts, notice.text]) },
      $push: { noticeIds: notice.effectId },
    },
  );
  if (matchedCount === 0) await addNotice(support, digest, notice);
}

function digestTemplate(texts: readonly string[], publicUrl: string): EmailTemplate {
  const listed = texts.slice(0, MAX_LISTED);
  const left = texts.length - listed.length;
  const heading = texts.length === 1 ? '1 more ticket message' : `${texts.length} more ticket messages`;
  return {
    subject: heading,
    brand: BRAND.name,
    heading,
    blocks: [
      { kind: 'paragraph', text: 'Many messages came within a few minutes, so we put these into one email.' },
      { kind: 'quote', text: listed.join('\n') },
      ...(left > 0 ? [{ kind: 'paragraph', text: `And ${left} more.` } as const] : []),
      { kind: 'button', label: 'Open the desk', url: `${publicUrl}/admin/tickets` },
    ],
    footer: 'You’re receiving this email because ticket notifications are on in the settings.',
  };
}
