import { countByState } from '../outbox/outbox.ts';

/** The number of captures that wait or failed; nothing while all is sent. */
export async function updateBadge(): Promise<void> {
  const { waiting, failed } = await countByState();
  const count = waiting + failed;
  void chrome.action.setBadgeText({ text: count === 0 ? '' : count > 999 ? '999+' : String(count) });
  void chrome.action.setBadgeBackgroundColor({ color: failed > 0 ? '#B3261E' : '#4338F5' });
  const title = count === 0 ? 'Leadping' : `Leadping: ${waiting} waiting, ${failed} failed`;
  void chrome.action.setTitle({ title });
}
