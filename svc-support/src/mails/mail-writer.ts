import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { DEFAULT_STORE_URL, getStoreUrl } from '@leadping/contracts/licensing/requests';
import type { z } from 'zod';
import type { SupportContext } from '../context.ts';
import type { EmailTemplate } from '../email-templates/email-template.ts';
import { renderEmailTemplate } from '../email-templates/render-template.ts';
import { queueMail, type MailOrder } from './queue-mail.ts';
import { digestNotice } from './ticket-digest.ts';

type NotificationSettings = z.output<typeof notificationSettings.reply>;

/**
 * What the consumers write mails with. The effect's id is made of what the event is about, so that the same thing published
 * again is no second mail; where nothing in the event tells one time from the next, it is the event's own id.
 */
export interface MailWriter extends Pick<SupportContext, 'sealer' | 'licenseKeySealer' | 'credentialSealer'> {
  /** Renders a template and has it sent, once for each effect. */
  queue: (template: EmailTemplate, order: Omit<MailOrder, 'content'>) => Promise<void>;
  /**
   * As `queue`, once for each notification address of the admins, which ends the effect's id.
   * @param order with a `notice`, one line that says it all, it goes into a digest where others like it have just gone
   */
  queueForAdmins: (
    template: EmailTemplate,
    order: Omit<MailOrder, 'content' | 'to'> & { notice?: string },
    isWanted?: (settings: NotificationSettings) => boolean,
  ) => Promise<void>;
  /** The extension's listing, which a mail must never wait for: the default where it cannot be read. */
  requestStoreUrl: () => Promise<string>;
  publicUrl: string;
}

const STORE_URL_TIMEOUT_MS = 1000;

/** What is asked for while a reply is on its way gets that one: after an outage hundreds of mails are written at once. */
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
      support.bus.request(getStoreUrl, {}, { timeoutMs: STORE_URL_TIMEOUT_MS }).then(
        ({ chromeWebStoreUrl }) => chromeWebStoreUrl,
        () => DEFAULT_STORE_URL,
      ),
    ),
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
