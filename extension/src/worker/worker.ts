import { readLead } from '../capture/lead.ts';
import { findAddress } from '../capture/published-path.ts';
import { findLastCapture } from '../captured/sent-people.ts';
import { hostOf } from '../configurations/configuration.ts';
import { SITE } from '../configurations/host-permissions.ts';
import { askForConsentOnce } from '../consent.ts';
import { activate, deactivate, listDevices, renew, signOutDevice } from '../license/license.ts';
import type { CaptureReply, LastCaptureReply, PageMessage, PageReply } from '../messages.ts';
import { drain, forgetPauses, isOutboxAlarm, watchOutbox } from '../outbox/drain.ts';
import { adviceFor, describeOutcome } from '../outbox/describe-outcome.ts';
import { sendLead } from '../outbox/send-lead.ts';
import { EMPTY_LEAD, SAMPLE_LEAD } from '../capture/lead.ts';
import { newId } from '../new-id.ts';
import { text } from '../text.ts';
import { isReportsAlarm, reportFailures, sendReports } from '../selectors/report-failures.ts';
import { readStored } from '../storage.ts';
import { updateBadge } from './badge.ts';
import { saveCapture } from './capture.ts';
import { pressFromToolbar, setPressable } from './toolbar.ts';
import { watchForReload } from './reload.ts';
import { runUpkeep } from './upkeep.ts';

/** The reply to an internal error. The cause is in the console, because the user cannot fix it. */
const NOT_DONE = { text: text('tryAgain'), detail: [text('tryAgainDetail')] };

// Listeners must be registered in the first turn of the script, otherwise their events do not wake the
// worker.
chrome.runtime.onMessage.addListener((message: unknown, sender, reply) => {
  const work = answer(message, sender);
  if (!work) return false;
  work.then(reply, (error: unknown) => {
    console.error('message failed', error);
    reply({ state: 'refused', ok: false, ...NOT_DONE });
  });
  return true;
});
chrome.alarms.onAlarm.addListener((alarm) => {
  if (isOutboxAlarm(alarm)) void drain();
  else if (isReportsAlarm(alarm)) void sendReports();
  else void runUpkeep();
});
chrome.runtime.onStartup.addListener(() => void runUpkeep());
chrome.runtime.onInstalled.addListener(({ reason }) => {
  void runUpkeep();
  putIntoOpenTabs();
  if (reason === 'install') void chrome.tabs.create({ url: 'onboarding.html' });
  if (reason === 'update') void askForConsentOnce();
});
chrome.permissions.onAdded.addListener(() => {
  sendAgain();
  // The change may concern the site's own permission.
  putIntoOpenTabs();
});
chrome.action.onClicked.addListener(({ id }) => void pressFromToolbar(id));
watchOutbox(() => void updateBadge());
watchForReload();
// Resumes unfinished work of the previous worker.
void drain();

/** Only our own scripts and pages get a reply. */
function answer(message: unknown, sender: chrome.runtime.MessageSender): Promise<unknown> | null {
  if (sender.id !== chrome.runtime.id || typeof message !== 'object' || message === null) return null;
  const { type, layout } = message as { type?: unknown; layout?: unknown };
  if (type === 'capture') return answerCapture(message, sender);
  if (type === 'last-capture') return answerLastCapture(message);
  if (type === 'unreadable') return reportFailures(EMPTY_LEAD, layout).then(() => null);
  if (type === 'quiet-page') return answerQuietPage(message, sender);
  const isOwnPage = sender.url?.startsWith(chrome.runtime.getURL('')) ?? false;
  return isOwnPage ? answerPage(message as PageMessage) : null;
}

function answerCapture(
  message: object,
  { frameId, tab, url }: chrome.runtime.MessageSender,
): Promise<CaptureReply | null> | null {
  const { id, lead: given, layout, pressedAt, isConfirmed } = message as Record<string, unknown>;
  const lead = readLead(given);
  if (!tab || frameId !== 0 || typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id) || !lead) return null;
  // A lead without a name comes from an unreadable page.
  if (lead.fullName === '' || typeof pressedAt !== 'number') return null;
  const at = new URL(url ?? 'https://invalid.invalid');
  // The sender's address is the document's. After in-page navigation it may still name an earlier profile.
  if (at.origin !== 'https://www.linkedin.com') return null;
  const press = {
    pressId: id,
    lead,
    layout,
    pressedAt,
    isPrivate: tab.incognito,
    isConfirmed: isConfirmed === true,
  };
  return isProfileUrl(lead.profileUrl).then((isProfile) => (isProfile ? saveCapture(press) : null));
}

async function isProfileUrl(url: string): Promise<boolean> {
  const { selectors } = await readStored('selectors');
  return findAddress(new URL(url).pathname, selectors?.set.paths)?.profileUrl === url;
}

function answerLastCapture(message: object): Promise<LastCaptureReply> | null {
  const { slug } = message as { slug?: unknown };
  if (typeof slug !== 'string') return null;
  return findLastCapture(slug).then((capturedAt) => ({ capturedAt }));
}

async function answerQuietPage(message: object, { tab }: chrome.runtime.MessageSender): Promise<null> {
  if (tab?.id !== undefined) setPressable(tab.id, (message as { isProfile?: unknown }).isProfile === true);
  return null;
}

async function answerPage(message: PageMessage): Promise<PageReply> {
  switch (message.type) {
    case 'activate': {
      const reply = await activate(message.licenseKey);
      if (reply.ok) sendAgain();
      return reply;
    }
    case 'deactivate':
      return deactivate();
    case 'renew': {
      const reply = await renew();
      if (reply.ok) void drain();
      return reply;
    }
    case 'list-devices':
      return listDevices();
    case 'sign-out-device':
      return signOutDevice(message.deviceId);
    case 'drain':
      sendAgain();
      return { ok: true, text: text('sent') };
    case 'test': {
      const { configuration } = message;
      const { kind, text: outcome } = await sendLead(configuration, SAMPLE_LEAD, newId());
      const ok = kind === 'sent' || kind === 'unconfirmed';
      const advice = adviceFor(outcome, hostOf(configuration.url));
      const shown = describeOutcome(outcome);
      return { ok, text: advice ? text('textAndAdvice', shown, advice) : text('sentence', shown) };
    }
  }
}

function sendAgain(): void {
  forgetPauses();
  // A page may have deleted rows that the badge counts.
  void drain().then(updateBadge);
}

/**
 * Tabs opened before the installation, an update or the granted access have no script or a disconnected one.
 */
function putIntoOpenTabs(): void {
  chrome.tabs.query({ url: SITE }, (tabs) => {
    for (const { id } of tabs) {
      if (id === undefined) continue;
      chrome.scripting.executeScript(
        { target: { tabId: id }, files: ['content.js'] },
        () => void chrome.runtime.lastError,
      );
    }
  });
}
