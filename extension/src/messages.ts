import type { Lead } from './capture/lead.ts';
import type { WebhookSettings } from './configurations/configuration.ts';
import { text, type Text } from './text.ts';

/**
 * Sent by the button. The press creates `id`, so that a message that is received twice (the worker died
 * before it replied) makes one capture.
 */
export interface CaptureMessage {
  type: 'capture';
  id: string;
  lead: Lead;
  layout: string;
  pressedAt: number;
  isConfirmed: boolean;
}

/** Sent by the button. Asks when this person was last captured and sent. */
export interface LastCaptureMessage {
  type: 'last-capture';
  slug: string;
}

export interface LastCaptureReply {
  capturedAt: number | null;
}

interface UnreadableMessage {
  type: 'unreadable';
  layout: string;
}

/** Sent by a page in quiet mode. Reports whether the toolbar button has a profile to capture. */
interface QuietPageMessage {
  type: 'quiet-page';
  isProfile: boolean;
}

export interface ToolbarPress {
  type: 'press';
}

export interface ToolbarReply {
  state: CaptureReply['state'];
  text: string;
  /** Whether the next press has nothing to confirm and nothing to retry. */
  isOver: boolean;
}

export type PageMessage =
  | { type: 'activate'; licenseKey: string }
  | { type: 'deactivate' }
  | { type: 'renew' }
  | { type: 'list-devices' }
  | { type: 'sign-out-device'; deviceId: string }
  | { type: 'drain' }
  | { type: 'test'; configuration: WebhookSettings };

export type Message =
  CaptureMessage | LastCaptureMessage | UnreadableMessage | QuietPageMessage | PageMessage;

/** The button's text and its description for screen readers. */
export interface CaptureReply {
  /** `ask`: nothing was sent, and the next press confirms. */
  state: 'sent' | 'unconfirmed' | 'kept' | 'failed' | 'refused' | 'ask';
  text: Text;
  detail: readonly Text[];
  /** The path suffix of the guide that helps. */
  guide?: string;
}

export interface PageReply {
  ok: boolean;
  text: Text;
}

export interface DevicesReply extends PageReply {
  devices: { deviceId: string; deviceName: string; lastUsedAt: string; isThisOne: boolean }[];
}

/**
 * Sends a message to the worker. Resolves to null if the worker died before it replied, and to 'orphaned' if
 * the extension was updated or removed.
 */
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

/** Sends a page's request and wakes the worker again if it died before it replied. */
export async function requestWorker<R extends PageReply>(message: PageMessage): Promise<R | PageReply> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const reply = await sendMessage<R>(message);
    if (reply === 'orphaned') break;
    if (reply !== null) return reply;
  }
  return { ok: false, text: text('extensionUpdated') };
}
