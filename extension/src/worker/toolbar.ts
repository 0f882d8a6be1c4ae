import type { ToolbarPress, ToolbarReply } from '../messages.ts';

/** How long the toolbar button shows the result of a press, in ms. */
const SHOWN_MS = 8000;
const POPUP = 'popup.html';
const MARKS: Record<ToolbarReply['state'], string> = {
  sent: '✓',
  unconfirmed: '✓',
  kept: '…',
  ask: '?',
  failed: '!',
  refused: '!',
};

/** Tabs whose next press opens the popup with the captured values, while the result is shown. */
const captured = new Set<number>();

/** Quiet mode: sets whether the toolbar button captures. Otherwise it opens the popup. */
export function setPressable(tabId: number, isPressable: boolean): void {
  captured.delete(tabId);
  // The tab may have been closed in the meantime. Ignore the error.
  const done = () => void chrome.runtime.lastError;
  chrome.action.setPopup({ tabId, popup: isPressable ? '' : POPUP }, done);
}

export async function pressFromToolbar(tabId: number | undefined): Promise<void> {
  if (tabId === undefined) return;
  show(tabId, '…', '');
  const reply = await new Promise<ToolbarReply | undefined>((resolve) => {
    const message: ToolbarPress = { type: 'press' };
    chrome.tabs.sendMessage(tabId, message, (said?: ToolbarReply) => {
      resolve(chrome.runtime.lastError ? undefined : said);
    });
  });
  // The page has no script or an old one. The next press opens the popup, which is more useful.
  const { state, text, isOver } = reply ?? { state: 'refused', text: '', isOver: true };
  show(tabId, MARKS[state], text);
  // The next press confirms or retries. Otherwise it opens the popup.
  if (isOver) {
    setPressable(tabId, false);
    if (reply) captured.add(tabId);
  }
  setTimeout(() => {
    chrome.action.getBadgeText({}, (text) => show(tabId, text, ''));
    // Another page of the tab may have changed this in the meantime.
    if (captured.has(tabId)) setPressable(tabId, true);
  }, SHOWN_MS);
}

function show(tabId: number, text: string, said: string): void {
  const done = () => void chrome.runtime.lastError;
  chrome.action.setBadgeText({ tabId, text }, done);
  chrome.action.setTitle({ tabId, title: said ? `Leadping: ${said}` : 'Leadping' }, done);
}
