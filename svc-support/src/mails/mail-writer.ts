import {
  findReceiptPath,
  notificationSettings,
  saleNoticeAddress,
} from '@leadping/contracts/commerce/requests';
import { DEFAULT_STORE_URL, getStoreUrl } from '@leadping/contracts/licensing/requests';
import type { z } from 'zod';
import type { SupportContext } from '../context.ts';
import type { EmailTemplate } from '../email-templates/email-template.ts';
import { renderEmailTemplate } from '../email-templates/render-template.ts';
import { queueMail, type MailOrder } from './queue-mail.ts';
import { digestNotice } from './ticket-digest.ts';

type NotificationSettings = z.output<typeof notificationSettings.reply>;

/**
 * The functions by which consumers write mails. The effect's id derives from the subject of the event, so that
 * publishing the same thing again sends no second mail. If nothing in the event distinguishes two occasions, the
 * effect's id is the event's id.
 */
export interface MailWriter extends Pick<SupportContext, 'sealer' | 'licenseKeySealer' | 'credentialSealer'> {
  /** Renders a template and queues the mail, once for each effect. */
  queue: (template: EmailTemplate, order: Omit<MailOrder, 'content'>) => Promise<void>;
  /**
   * Like `queue`, for each notification address of the admins. The address ends the effect's id.
   * @param order its `notice` is a one-line summary. With it the mail goes into a digest if similar mails were just
   * sent
   */
  queueForAdmins: (
    template: EmailTemplate,
    order: Omit<MailOrder, 'content' | 'to'> & { notice?: string },
    isWanted?: (settings: NotificationSettings) => boolean,
  ) => Promise<void>;
  /**
   * The address of the extension's listing, or the default if it cannot be read, because a mail must not wait for it.
   */
  requestStoreUrl: () => Promise<string>;
  /**
   * The path of a receipt, for a mail to this address. Null if commerce does not answer at once, because a mail must not
   * wait for it, or if the order has another address, because the link would not work.
   */
  requestReceiptPath: (orderId: string, email: string) => Promise<string | null>;
  /** Where a reseller is mailed about a sale. Null if they turned it off. */
  requestSaleNoticeAddress: (resellerId: string) => Promise<string | null>;
  publicUrl: string;
}

const REPLY_TIMEOUT_MS = 1000;

/** Shares a pending reply with concurrent callers, because hundreds of mails are written at once after an outage. */
function shareReplies<T>(request: () => Promise<T>): () => Promise<T> {
  let reply: Promise<T> | undefined;
  return () => {
    reply ??= request().finally(() => (reply = undefined));
    return reply;
  };
}

export function buildMailWriter(support: SupportContext, wakeMailer: () => void): MailWriter {
  const requestSettings = shareReplies(() => support.bus.request(notificationSettings, {}));
  const queue: MailWriter['queue'] = async (template, order) => {
    await queueMail(support, { ...order, content: renderEmailTemplate(template) });
    wakeMailer();
  };
  return {
    sealer: support.sealer,
    licenseKeySealer: support.licenseKeySealer,
    credentialSealer: support.credentialSealer,
    publicUrl: support.config.PUBLIC_URL,
    requestStoreUrl: shareReplies(() =>
      support.bus.request(getStoreUrl, {}, { timeoutMs: REPLY_TIMEOUT_MS }).then(
        ({ chromeWebStoreUrl }) => chromeWebStoreUrl,
        () => DEFAULT_STORE_URL,
      ),
    ),
    requestReceiptPath: (orderId, email) =>
      support.bus.request(findReceiptPath, { orderId, email }, { timeoutMs: REPLY_TIMEOUT_MS }).then(
        ({ path }) => path,
        () => null,
      ),
    requestSaleNoticeAddress: async (resellerId) =>
      (await support.bus.request(saleNoticeAddress, { resellerId })).email,
    queue,
    queueForAdmins: async (template, { effectId: effect, notice, ...order }, isWanted = () => true) => {
      const settings = await requestSettings();
      if (!isWanted(settings)) return;
      for (const to of settings.adminNotificationEmails) {
        const effectId = `${effect}:${to}`;
        if (notice !== undefined && (await digestNotice(support, to, { effectId, text: notice }))) continue;
        await queue(template, { ...order, effectId, to });
      }
    },
  };
}
