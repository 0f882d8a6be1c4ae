import type { Lead } from './capture/lead.ts';
import type { WebhookSettings } from './configurations/configuration.ts';

/** From the button. `id` is made at the press: received twice (the worker died before it replied), it is one capture. */
export interface CaptureMessage {
  type: 'capture';
  id: string;
  lead: Lead;
}

/** From the extension's own pages. */
export type PageMessage =
  | { type: 'activate'; licenseKey: string }
  | { type: 'deactivate' }
  | { type: 'renew' }
  | { type: 'list-devices' }
  | { type: 'sign-out-device'; deviceId: string }
  | { type: 'drain' }
  | { type: 'test'; configuration: WebhookSettings };

export type Message = CaptureMessage | PageMessage;

/** What the button says, and what a screen reader reads. */
export interface CaptureReply {
  state: 'sent' | 'unconfirmed' | 'kept' | 'failed' | 'refused';
  text: string;
  detail: string;
}

export interface PageReply {
  ok: boolean;
  text: string;
}

export interface DevicesReply extends PageReply {
  devices: { deviceId: string; deviceName: string; lastUsedAt: string; isThisOne: boolean }[];
}

/** Sends to the worker; null where it died before it replied, 'orphaned' where the extension was updated or removed. */
export function sendMessage<R>(message: Message): Promise<R | null | 'orphaned'> {
  return new Promise((resolve) => {
    try {
      chrome.runtime.sendMessage(message, (reply?: R) => {
        resolve(chrome.runtime.lastError || reply === undefined ? null : reply);
      });
    } catch {
      resolve('orphaned');
    }
  });
}

/** A page's request: the worker is woken again where it died before it replied. */
export async function requestWorker<R extends PageReply>(message: PageMessage): Promise<R | PageReply> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const reply = await sendMessage<R>(message);
    if (reply === 'orphaned') break;
    if (reply !== null) return reply;
  }
  return { ok: false, text: 'The extension was updated. Reload this page.' };
}
