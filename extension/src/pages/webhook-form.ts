import { LEAD_FIELDS, type LeadField } from '../capture/lead.ts';
import {
  MAX_NAME_LENGTH,
  hostOf,
  readWebhookUrl,
  saveConfiguration,
  type Configuration,
  type WebhookSettings,
} from '../configurations/configuration.ts';
import {
  canRequestHosts,
  releaseHostPermission,
  requestHostPermissions,
} from '../configurations/host-permissions.ts';
import { findMappingFault } from '../configurations/map-lead.ts';
import { guessPreset, PRESET_IDS, PRESETS, type PresetId } from '../configurations/presets.ts';
import { requestWorker } from '../messages.ts';
import { newId } from '../new-id.ts';
import { requeue } from '../outbox/outbox.ts';
import { field, h, whileBusy } from './dom.ts';
import { guideLink } from './license-form.ts';

const LABELS: Record<LeadField, string> = {
  fullName: 'Full name',
  jobTitle: 'Job title',
  company: 'Company',
  location: 'Location',
  connections: 'Connections',
  profileUrl: 'Profile URL',
  email: 'Email',
};

interface Options {
  configuration?: Configuration;
  withMapping: boolean;
  onSaved: (saved: WebhookSettings, isAllowed: boolean) => void;
  onCancel?: () => void;
}

/** The form of one webhook: tool, name, URL, and for whoever needs it the names of the fields. */
export function webhookForm({ configuration, withMapping, onSaved, onCancel }: Options): HTMLFormElement {
  const preset = h(
    'select',
    { name: 'preset' },
    ...PRESET_IDS.map((id) => h('option', { value: id }, PRESETS[id].title)),
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
    mapping.append(h('label', {}, h('span', {}, LABELS[key]), input));
    return [key, input];
  });
  const presetField = field('Tool', preset);
  const nameField = field('Name', name, 'So that you recognize it.');
  const urlField = field('Webhook URL', url);
  const fault = h('p', { class: 'fault', role: 'alert' });
  const result = h('p', { class: 'result', role: 'status' });
  const guide = h('span', {});

  const showPreset = () => {
    const { hint, guide: slug } = PRESETS[preset.value as PresetId];
    presetField.setHint(hint);
    guide.replaceChildren(guideLink(slug, 'Guide'));
  };
  preset.addEventListener('change', () => {
    showPreset();
    const isPresetName = PRESET_IDS.some((id) => PRESETS[id].name === name.value);
    if (name.value === '' || isPresetName) name.value = PRESETS[preset.value as PresetId].name;
  });
  url.addEventListener('change', () => {
    const reading = readWebhookUrl(url.value);
    if (!('url' in reading) || preset.value !== 'custom') return;
    preset.value = guessPreset(hostOf(reading.url));
    preset.dispatchEvent(new Event('change'));
  });
  showPreset();

  /** What the form says, or null where a fault was shown. */
  const read = (): WebhookSettings | null => {
    const reading = readWebhookUrl(url.value);
    const given = name.value.trim();
    const changed = mappingInputs.map(([key, input]): [LeadField, string] => [key, input.value.trim()]);
    const own = Object.fromEntries(
      changed.filter(([key, value]) => value !== key),
    ) as Configuration['mapping'];
    nameField.setFault(given ? '' : 'Enter a name.');
    urlField.setFault('fault' in reading ? reading.fault : '');
    fault.textContent = findMappingFault(own) ?? '';
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
  /** Asks Chrome. To be called first thing at a press. */
  const ask = ({ url: wanted }: WebhookSettings): Promise<boolean> => {
    asked.add(wanted);
    return canRequestHosts() ? requestHostPermissions([wanted]) : Promise.resolve(true);
  };
  const releaseUnused = () => Promise.all([...asked].map(releaseHostPermission));

  const save = h('button', { type: 'submit', class: 'primary' }, 'Save');
  const test = h('button', { type: 'button' }, 'Send a test');
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
        result.className = 'result bad';
        result.textContent = 'It was not saved. Free some space on the disk, then press Save again.';
        return;
      }
      if (configuration && configuration.url !== made.url) {
        // What the address before it brought about says nothing of this one.
        await requeue(({ configurationId }) => configurationId === made.id, { alsoFinished: false });
      }
      await releaseUnused();
      await requestWorker({ type: 'drain' });
      onSaved(made, isAllowed);
    };
    // A saved form is taken away, and with it what a test had to say.
    void whileBusy(save, keep, [test]);
  };
  test.addEventListener('click', () => {
    const made = read();
    if (!made) return;
    const answer = ask(made);
    void whileBusy(test, async () => {
      result.className = 'result';
      result.textContent = 'Sending Maya Lindqvist, the sample person…';
      await answer;
      const reply = await requestWorker({ type: 'test', configuration: made });
      result.className = `result ${reply.ok ? 'good' : 'bad'}`;
      result.textContent = reply.ok ? `${reply.text} Look for Maya Lindqvist in your tool.` : reply.text;
    });
  });
  const leave =
    onCancel &&
    (() => {
      void releaseUnused();
      onCancel();
    });
  const cancel = leave && h('button', { type: 'button', onClick: leave }, 'Cancel');
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
        h('summary', {}, 'Field names'),
        h('p', { class: 'hint' }, 'The name of each field in the JSON. Empty a name to leave the field out.'),
        mapping,
        fault,
      ),
    h('div', { class: 'actions' }, save, test, cancel ?? null, guide),
    result,
  );
}
