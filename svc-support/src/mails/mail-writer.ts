import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { DEFAULT_STORE_URL, getStoreUrl } from '@leadping/contracts/licensing/requests';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { z } from 'zod';
import type { QueueEmailTemplate } from './queue-template.ts';

/**
 * What the consumers write mails with. The effect's id is made of what the event is about, so that the same thing published
 * again is no second mail; where nothing in the event tells one time from the next, it is the event's own id.
 */
export interface MailWriter {
  consume: Consumers['consume'];
  queue: QueueEmailTemplate;
  requestSettings: () => Promise<z.output<typeof notificationSettings.reply>>;
  /** The extension's listing, which a mail must never wait for: the default where it cannot be read. */
  requestStoreUrl: () => Promise<string>;
  sealer: Sealer;
  publicUrl: string;
}

const STORE_URL_TIMEOUT_MS = 1000;

export function buildMailWriter(
  deps: Pick<MailWriter, 'consume' | 'queue' | 'sealer' | 'publicUrl'> & { bus: Bus },
): MailWriter {
  const { bus, ...writer } = deps;
  return {
    ...writer,
    requestSettings: () => bus.request(notificationSettings, {}),
    requestStoreUrl: () =>
      bus.request(getStoreUrl, {}, { timeoutMs: STORE_URL_TIMEOUT_MS }).then(
        ({ chromeWebStoreUrl }) => chromeWebStoreUrl,
        () => DEFAULT_STORE_URL,
      ),
  };
}
