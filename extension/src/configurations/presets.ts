/** The tools that the guides describe. A preset fills in a name and says where the tool shows its URL. */
export const PRESETS = {
  custom: {
    title: 'Other tool or own server',
    name: '',
    hint: 'Any https address that takes a POST with JSON.',
    guide: 'webhooks',
  },
  hubspot: {
    title: 'HubSpot',
    name: 'HubSpot',
    hint: 'The webhook trigger of a workflow, or the address of the form’s notifications.',
    guide: 'hubspot-integration',
  },
  salesforce: {
    title: 'Salesforce',
    name: 'Salesforce',
    hint: 'The address of your webhook endpoint; the lead source is set there.',
    guide: 'salesforce-integration',
  },
  pipedrive: {
    title: 'Pipedrive',
    name: 'Pipedrive',
    hint: 'The address of the automation that adds a person or a deal.',
    guide: 'pipedrive-integration',
  },
  monday: {
    title: 'Monday',
    name: 'Monday',
    hint: 'The webhook of your board’s automation.',
    guide: 'monday-integration',
  },
  airtable: {
    title: 'Airtable',
    name: 'Airtable',
    hint: 'Automations, trigger “When webhook received”: copy its URL.',
    guide: 'airtable-integration',
  },
  zapier: {
    title: 'Zapier',
    name: 'Zapier',
    hint: 'Webhooks by Zapier, “Catch Hook”: copy the custom webhook URL.',
    guide: 'zapier-integration',
  },
  gohighlevel: {
    title: 'GoHighLevel',
    name: 'GoHighLevel',
    hint: 'A workflow with the trigger “Inbound Webhook”: copy its URL.',
    guide: 'gohighlevel-integration',
  },
} as const;

export type PresetId = keyof typeof PRESETS;
export const PRESET_IDS = Object.keys(PRESETS) as PresetId[];

/** The preset whose tool hands out addresses of this host; `custom` where it is none of them. */
export function guessPreset(host: string): PresetId {
  if (/(^|\.)zapier\.com$/.test(host)) return 'zapier';
  if (/(^|\.)airtable\.com$/.test(host)) return 'airtable';
  if (/(^|\.)(hubspot|hubapi|hsforms)\.com$/.test(host)) return 'hubspot';
  if (/(^|\.)(leadconnectorhq|gohighlevel|msgsndr)\.com$/.test(host)) return 'gohighlevel';
  if (/(^|\.)pipedrive\.com$/.test(host)) return 'pipedrive';
  if (/(^|\.)(salesforce|force)\.com$/.test(host)) return 'salesforce';
  return /(^|\.)monday\.com$/.test(host) ? 'monday' : 'custom';
}
