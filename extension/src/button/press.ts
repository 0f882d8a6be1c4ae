import { fingerprintLayout } from '../capture/layout.ts';
import type { Lead } from '../capture/lead.ts';
import { sendMessage, type CaptureReply } from '../messages.ts';
import { newId } from '../new-id.ts';

const MAX_CALLS = 6;
const CALL_AGAIN_MS = 300;

export const TRY_AGAIN: CaptureReply = { state: 'refused', text: ['tryAgain'], detail: [] };
export const RELOAD: CaptureReply = {
  state: 'refused',
  text: ['reloadPage'],
  detail: [['reloadPageDetail']],
};
const UNREADABLE: CaptureReply = {
  state: 'refused',
  text: ['couldNotRead'],
  detail: [['couldNotReadDetail']],
  guide: 'troubleshooting-connection#unreadable',
};

/** Whether the extension was updated, disabled or removed under this page. */
export const isOrphaned = () => !chrome.runtime?.id;

export function reportUnreadable(): CaptureReply {
  void sendMessage({ type: 'unreadable', layout: fingerprintLayout(document) });
  return UNREADABLE;
}

export async function sendPress(
  lead: Lead,
  { pressedAt, isConfirmed }: { pressedAt: number; isConfirmed: boolean },
): Promise<CaptureReply> {
  const layout = fingerprintLayout(document);
  const message = { type: 'capture', id: newId(), lead, layout, pressedAt, isConfirmed } as const;
  // Retry if the worker was stopped before it replied. The shared id keeps this one capture.
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const reply = await sendMessage<CaptureReply>(message);
    if (reply === 'orphaned') return RELOAD;
    if (reply !== null) return reply;
    // A worker that is being stopped accepts no messages, so wait.
    await new Promise((resolve) => setTimeout(resolve, CALL_AGAIN_MS));
  }
  return TRY_AGAIN;
}
