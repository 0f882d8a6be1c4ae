import { countByState } from '../outbox/outbox.ts';
import { translate } from '../text.ts';

/** Shows the number of waiting or failed captures. Empty when all are sent. */
export async function updateBadge(): Promise<void> {
  const { waiting, failed } = await countByState();
  const count = waiting + failed;
  void chrome.action.setBadgeText({ text: count === 0 ? '' : count > 999 ? '999+' : String(count) });
  void chrome.action.setBadgeBackgroundColor({ color: failed > 0 ? '#B3261E' : '#4338F5' });
  // Below Chrome 100 the worker has no texts, so the badge shows only the number.
  const hasTexts = 'getMessage' in (chrome.i18n ?? {});
  const title =
    count === 0 || !hasTexts ? 'Leadping' : translate('badgeTitle', String(waiting), String(failed));
  void chrome.action.setTitle({ title });
}
