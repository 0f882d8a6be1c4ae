import { translate, type TextKey } from '../text.ts';

interface Preset {
  /** The tool's own name. Null for the generic preset. */
  title: string | null;
  name: string;
  hint: TextKey;
  guide: string;
}

/** The tools that the guides describe. A preset fills in a name and explains where the tool shows its URL. */
export const PRESETS = {
  custom: {
    title: null,
    name: '',
    hint: 'hintCustom',
    guide: 'webhooks',
  },
  hubspot: {
    title: 'HubSpot',
    name: 'HubSpot',
    hint: 'hintHubspot',
    guide: 'hubspot-integration',
  },
  salesforce: {
    title: 'Salesforce',
    name: 'Salesforce',
    hint: 'hintSalesforce',
    guide: 'salesforce-integration',
  },
  pipedrive: {
    title: 'Pipedrive',
    name: 'Pipedrive',
    hint: 'hintPipedrive',
    guide: 'pipedrive-integration',
  },
  monday: {
    title: 'Monday',
    name: 'Monday',
    hint: 'hintMonday',
    guide: 'monday-integration',
  },
  airtable: {
    title: 'Airtable',
    name: 'Airtable',
    hint: 'hintAirtable',
    guide: 'airtable-integration',
  },
  zapier: {
    title: 'Zapier',
    name: 'Zapier',
    hint: 'hintZapier',
    guide: 'zapier-integration',
  },
  make: {
    title: 'Make',
    name: 'Make',
    hint: 'hintMake',
    guide: 'webhooks',
  },
  gohighlevel: {
    title: 'GoHighLevel',
    name: 'GoHighLevel',
    hint: 'hintGohighlevel',
    guide: 'gohighlevel-integration',
  },
} as const satisfies Record<string, Preset>;

export type PresetId = keyof typeof PRESETS;
export const PRESET_IDS = Object.keys(PRESETS) as PresetId[];

export const presetTitle = (id: PresetId) => PRESETS[id].title ?? translate('otherTool');

/** The preset for a webhook host. `custom` if no tool matches. */
export function guessPreset(host: string): PresetId {
  if (/(^|\.)zapier\.com$/.test(host)) return 'zapier';
  if (/^hook\.([a-z0-9-]+\.)*make(\.celonis)?\.com$/.test(host)) return 'make';
  if (/(^|\.)airtable\.com$/.test(host)) return 'airtable';
  if (/(^|\.)(hubspot|hubapi|hsforms)\.com$/.test(host)) return 'hubspot';
  if (/(^|\.)(leadconnectorhq|gohighlevel|msgsndr)\.com$/.test(host)) return 'gohighlevel';
  if (/(^|\.)pipedrive\.com$/.test(host)) return 'pipedrive';
  if (/(^|\.)(salesforce|force)\.com$/.test(host)) return 'salesforce';
  return /(^|\.)monday\.com$/.test(host) ? 'monday' : 'custom';
}
