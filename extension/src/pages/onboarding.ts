import { listConfigurations } from '../configurations/configuration.ts';
import type { Configuration } from '../storage.ts';
import { findUnreachable, requestHostPermissions } from '../configurations/host-permissions.ts';
import { hasConsent } from '../consent.ts';
import { readLicenseState, type LicenseState } from '../license/license-state.ts';
import { requestWorker } from '../messages.ts';
import { translate } from '../text.ts';
import { allowButton } from './allow-button.ts';
import { disclosure } from './disclosure.ts';
import { byId, h } from './dom.ts';
import { licenseForm, licenseSummary, shopLink, trialLink } from './license-form.ts';
import { noWebhookYet } from './no-webhook.ts';
import { testButton } from './test-button.ts';
import { translateNodes, translatePage } from './translate-page.ts';
import { webhookForm } from './webhook-form.ts';

const STEPS = ['consent', 'key', 'webhook', 'test'] as const;
type Step = (typeof STEPS)[number];

let current: Step | undefined;
let isTested = false;

/**
 * The consent and three steps: the key, a webhook, a test. Each step opens after the previous one is done.
 */
async function render(): Promise<void> {
  const state = await readLicenseState(Date.now());
  const [[configuration], unreachable, isAgreed] = await Promise.all([
    listConfigurations(),
    findUnreachable(),
    hasConsent(),
  ]);
  const isActive = state.status === 'active';
  const isBlocked = unreachable.some(({ id }) => id === configuration?.id);
  byId('step-key').replaceChildren(...keyStep(state));
  byId('step-webhook').replaceChildren(...webhookStep(configuration, isActive, isBlocked));
  byId('step-test').replaceChildren(
    isActive && configuration && !isBlocked
      ? testStep(configuration)
      : h('p', { class: 'quiet' }, translate(isActive ? 'opensAfterWebhook' : 'opensAfterKey')),
  );
  for (const [id, isDone] of [
    ['key', isActive],
    ['webhook', Boolean(configuration) && !isBlocked],
    ['test', isTested],
  ] as const) {
    byId(`heading-${id}`).toggleAttribute('data-done', isDone);
  }
  byId('next').hidden = !(isAgreed && isActive && isTested);
  continueAt(!isAgreed ? 'consent' : !isActive ? 'key' : !configuration || isBlocked ? 'webhook' : 'test');
}

/** Moves the focus and the announcement to the next step after the user completed one. */
function continueAt(step: Step): void {
  const isDone = current !== undefined && STEPS.indexOf(step) > STEPS.indexOf(current);
  current = step;
  if (!isDone) return;
  const heading = byId(`heading-${step}`).lastChild?.textContent ?? '';
  byId('announcement').textContent = translate('doneNext', heading);
  byId(`step-${step}`).querySelector<HTMLElement>('select, input, button')?.focus();
}

function keyStep(state: LicenseState): HTMLElement[] {
  const form = () => licenseForm(() => void render());
  const noKey = () => h('p', { class: 'quiet' }, translate('noKeyYet'), ' ', shopLink(), ' · ', trialLink());
  if (state.status === 'active') return [licenseSummary(state)];
  return state.status === 'none' ? [form(), noKey()] : [licenseSummary(state), form()];
}

function webhookStep(
  configuration: Configuration | undefined,
  isActive: boolean,
  isBlocked: boolean,
): HTMLElement[] {
  if (configuration) return [savedWebhook(configuration, isBlocked)];
  if (!isActive) return [h('p', { class: 'quiet' }, translate('opensAfterKey'))];
  return [webhookForm({ withMapping: false, onSaved: () => void render() }), noWebhookYet()];
}

function savedWebhook({ name, url }: Configuration, isBlocked: boolean): HTMLElement {
  const tag = h(
    'span',
    { class: `tag ${isBlocked ? 'warn' : 'good'}` },
    translate(isBlocked ? 'needsPermission' : 'saved'),
  );
  const line = h('p', {}, h('b', {}, name), ' ', tag);
  if (!isBlocked) return line;
  const allow = allowButton({
    ask: () => requestHostPermissions([url]),
    onAllowed: async () => {
      await requestWorker({ type: 'drain' });
      await render();
    },
  });
  const why = translate('chromeAsks', new URL(url).host);
  return h('div', {}, line, h('p', { class: 'quiet' }, why), h('div', { class: 'actions' }, ...allow));
}

function testStep(configuration: Configuration): HTMLElement {
  const [button, result] = testButton({
    configuration,
    class: 'primary',
    success: 'lookForSampleThenPing',
    onSent: () => {
      isTested = true;
      byId('heading-test').toggleAttribute('data-done', true);
      void hasConsent().then((isAgreed) => (byId('next').hidden = !isAgreed));
    },
  });
  return h(
    'div',
    {},
    h('p', {}, ...translateNodes('sendsSample', h('b', {}, configuration.name))),
    h('div', { class: 'actions' }, button),
    result,
  );
}

async function start(): Promise<void> {
  translatePage();
  byId('settings').addEventListener('click', () => chrome.runtime.openOptionsPage());
  byId('step-consent').append(await disclosure(() => void render()));
  await render();
  if (location.hash === '#consent') byId('consent').focus();
}

void start();
