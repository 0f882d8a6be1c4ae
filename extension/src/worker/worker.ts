import { readLead } from '../capture/lead.ts';
import { findSlug, profileUrlOf } from '../capture/profile-address.ts';
import { hostOf } from '../configurations/configuration.ts';
import { SITE } from '../configurations/host-permissions.ts';
import { activate, deactivate, listDevices, renew, signOutDevice } from '../license/license.ts';
import type { CaptureReply, PageMessage, PageReply } from '../messages.ts';
import { drain, forgetPauses, isOutboxAlarm, watchOutbox } from '../outbox/drain.ts';
import { adviceFor } from '../outbox/read-outcome.ts';
import { sendLead } from '../outbox/send-lead.ts';
import { SAMPLE_LEAD } from '../capture/lead.ts';
import { newId } from '../new-id.ts';
import { updateBadge } from './badge.ts';
import { saveCapture } from './capture.ts';
import { watchForReload } from './reload.ts';
import { runUpkeep } from './upkeep.ts';

/** The cause is in the console; whoever reads this cannot mend it. */
const NOT_DONE = { text: 'Try again', detail: 'It did not work. Reload the page, then press again.' };

// Every listener is registered in the first turn of the script: only then does its event wake the worker.
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
  else void runUpkeep();
});
chrome.runtime.onStartup.addListener(() => void runUpkeep());
chrome.runtime.onInstalled.addListener(({ reason }) => {
  void runUpkeep();
  putIntoOpenTabs();
  if (reason === 'install') void chrome.tabs.create({ url: 'onboarding.html' });
});
chrome.permissions.onAdded.addListener(() => {
  sendAgain();
  // It may be the access to the site itself.
  putIntoOpenTabs();
});
watchOutbox(() => void updateBadge());
watchForReload();
// What a worker before this one left half sent.
void drain();

/** Messages of others than our own scripts and pages get no reply. */
function answer(message: unknown, sender: chrome.runtime.MessageSender): Promise<unknown> | null {
  if (sender.id !== chrome.runtime.id || typeof message !== 'object' || message === null) return null;
  if ((message as { type?: unknown }).type === 'capture') return answerCapture(message, sender);
  const isOwnPage = sender.url?.startsWith(chrome.runtime.getURL('')) ?? false;
  return isOwnPage ? answerPage(message as PageMessage) : null;
}

function answerCapture(
  message: object,
  { frameId, tab, url }: chrome.runtime.MessageSender,
): Promise<CaptureReply> | null {
  const { id, lead: given } = message as { id?: unknown; lead?: unknown };
  const lead = readLead(given);
  if (!tab || frameId !== 0 || typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id) || !lead) return null;
  const at = new URL(url ?? 'https://invalid.invalid');
  // The sender's address is the one of the document; after in-page navigation it may still be an earlier profile's.
  if (at.origin !== 'https://www.linkedin.com') return null;
  const slug = findSlug(new URL(lead.profileUrl).pathname);
  if (slug === null || profileUrlOf(slug) !== lead.profileUrl) return null;
  return saveCapture(id, lead, tab.incognito);
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
      return { ok: true, text: '' };
    case 'test': {
      const { configuration } = message;
      const { kind, text } = await sendLead(configuration, SAMPLE_LEAD, newId());
      const ok = kind === 'sent' || kind === 'unconfirmed';
      return { ok, text: `${text}. ${adviceFor(text, hostOf(configuration.url))}`.trim() };
    }
  }
}

function sendAgain(): void {
  forgetPauses();
  // A page may have deleted what the badge counts.
  void drain().then(updateBadge);
}

/** Tabs that were open before the installation, an update or the access have no script, or one whose connection is dead. */
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
