import { LEAD_FIELDS, type LeadField } from '../capture/lead.ts';
import {
  MAX_NAME_LENGTH,
  hostOf,
  readWebhookUrl,
  saveConfiguration,
  type WebhookSettings,
} from '../configurations/configuration.ts';
import {
  canRequestHosts,
  releaseHostPermission,
  requestHostPermissions,
} from '../configurations/host-permissions.ts';
import { findMappingFault } from '../configurations/map-lead.ts';
import { guessPreset, PRESET_IDS, PRESETS, presetTitle, type PresetId } from '../configurations/presets.ts';
import { requestWorker } from '../messages.ts';
import { newId } from '../new-id.ts';
import { requeue } from '../outbox/outbox.ts';
import type { Configuration } from '../storage.ts';
import { translate } from '../text.ts';
import { field, h, whileBusy } from './dom.ts';
import { FIELD_LABELS } from './lead-details.ts';
import { guideLink } from './license-form.ts';

interface Options {
  configuration?: Configuration;
  withMapping: boolean;
  onSaved: (saved: WebhookSettings, isAllowed: boolean) => void;
  onCancel?: () => void;
}

const isUrl = (text: string) => /^https:\/\/[^/]+\.[^/]+/.test(text.trim());

/** The form of one webhook: tool, name, URL and optional field names. */
export function webhookForm({ configuration, withMapping, onSaved, onCancel }: Options): HTMLFormElement {
  const preset = h(
    'select',
    { name: 'preset' },
    ...PRESET_IDS.map((id) => h('option', { value: id }, presetTitle(id))),
  );
  preset.value = configuration?.preset ?? 'custom';
  const name = h('input', {
    name: 'name',
    value: configuration?.name ?? '',
    maxlength: String(MAX_NAME_LENGTH),
    autocomplete: 'off',
  });
  const url = h('input', {
    name: 'url',
    value: configuration?.url ?? '',
    type: 'url',
    class: 'mono',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'https://',
  });
  const mapping = h('div', { class: 'mapping' });
  const mappingInputs = LEAD_FIELDS.map((key): [LeadField, HTMLInputElement] => {
    const input = h('input', {
      value: configuration?.mapping[key] ?? key,
      class: 'mono',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    mapping.append(h('label', {}, h('span', {}, translate(FIELD_LABELS[key])), input));
    return [key, input];
  });
  const presetField = field(translate('tool'), preset);
  const nameField = field(translate('webhookName'), name, translate('webhookNameHint'));
  const urlField = field(translate('webhookUrl'), url);
  const fault = h('p', { class: 'fault', role: 'alert' });
  const result = h('p', { class: 'result bad', role: 'alert' });
  const guide = h('span', {});

  const showPreset = () => {
    const { hint, guide: slug } = PRESETS[preset.value as PresetId];
    presetField.setHint(translate(hint));
    guide.replaceChildren(guideLink(slug, translate('guide')));
  };
  preset.addEventListener('change', () => {
    showPreset();
    const isPresetName = PRESET_IDS.some((id) => PRESETS[id].name === name.value);
    if (name.value === '' || isPresetName) name.value = PRESETS[preset.value as PresetId].name;
  });
  // Clears the fault at `input` instead of `change`, because a press on Save triggers `change` and the button
  // would move away under the pointer.
  url.addEventListener('input', () => urlField.setFault(''));
  url.addEventListener('change', () => {
    const reading = readWebhookUrl(url.value);
    // Reports a web page instead of a webhook immediately, but ignores incomplete input.
    if ('fault' in reading && isUrl(url.value)) urlField.setFault(translate(...reading.fault));
    if (!('url' in reading) || preset.value !== 'custom') return;
    preset.value = guessPreset(hostOf(reading.url));
    preset.dispatchEvent(new Event('change'));
  });
  showPreset();

  const read = (): WebhookSettings | null => {
    const reading = readWebhookUrl(url.value);
    const given = name.value.trim();
    const changed = mappingInputs.map(([key, input]): [LeadField, string] => [key, input.value.trim()]);
    const own = Object.fromEntries(
      changed.filter(([key, value]) => value !== key),
    ) as Configuration['mapping'];
    nameField.setFault(given ? '' : translate('enterName'));
    urlField.setFault('fault' in reading ? translate(...reading.fault) : '');
    const mappingFault = findMappingFault(own);
    fault.textContent = mappingFault ? translate(...mappingFault) : '';
    if (!given) name.focus();
    else if ('fault' in reading) url.focus();
    if (!given || 'fault' in reading || fault.textContent) return null;
    return {
      id: configuration?.id ?? newId(),
      name: given,
      url: reading.url,
      preset: preset.value as PresetId,
      mapping: own,
    };
  };

  const asked = new Set(configuration && [configuration.url]);
  /** Requests host permission. Call it first in a press handler. */
  const ask = ({ url: wanted }: WebhookSettings): Promise<boolean> => {
    asked.add(wanted);
    return canRequestHosts() ? requestHostPermissions([wanted]) : Promise.resolve(true);
  };
  const releaseUnused = () => Promise.all([...asked].map(releaseHostPermission));

  const save = h('button', { type: 'submit', class: 'primary' }, translate('save'));
  const submit = (event: Event) => {
    event.preventDefault();
    const made = read();
    if (!made) return;
    const answer = ask(made);
    const keep = async () => {
      const isAllowed = await answer;
      try {
        await saveConfiguration(made);
      } catch (error) {
        console.error('webhook not saved', error);
        // The next press asks again.
        await releaseUnused();
        result.textContent = translate('notSaved');
        return;
      }
      if (configuration && configuration.url !== made.url) {
        // Earlier results are about the old address.
        await requeue(({ configurationId }) => configurationId === made.id, { alsoFinished: false });
      }
      await releaseUnused();
      await requestWorker({ type: 'drain' });
      onSaved(made, isAllowed);
    };
    void whileBusy(save, keep);
  };
  const leave =
    onCancel &&
    (() => {
      void releaseUnused();
      onCancel();
    });
  const cancel = leave && h('button', { type: 'button', onClick: leave }, translate('cancel'));
  const escape = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape') leave?.();
  };
  return h(
    'form',
    { onSubmit: submit, onKeydown: escape, novalidate: true, class: 'webhook-form' },
    presetField.row,
    nameField.row,
    urlField.row,
    withMapping &&
      h(
        'details',
        {},
        h('summary', {}, translate('fieldNames')),
        h('p', { class: 'hint' }, translate('fieldNamesText')),
        mapping,
        fault,
      ),
    h('div', { class: 'actions' }, save, cancel ?? null, guide),
    result,
  );
}
