import { text, type Text, type TextKey } from '../text.ts';

interface Rule {
  host: RegExp;
  /** Matches the path. Without it the rule applies to every path of the host. */
  path?: RegExp;
  advice: TextKey;
}

/**
 * Addresses of web pages for people, the most specific rule first. A rule must not match any endpoint that
 * accepts a POST with JSON.
 */
const RULES: readonly Rule[] = [
  { host: /^(docs|sheets|drive)\.google\.com$/, advice: 'deadGoogle' },
  { host: /^script\.google\.com$/, path: /\/dev$/, advice: 'deadAppsScriptDev' },
  { host: /^script\.google\.com$/, path: /^(?!.*\/exec$)/, advice: 'deadAppsScript' },
  { host: /^(www\.|api\.)?airtable\.com$/, advice: 'deadAirtable' },
  { host: /(^|\.)notion\.(so|site|com)$/, advice: 'deadNotion' },
  { host: /^(www\.)?zapier\.com$/, path: /^\/(?!hooks\/)/, advice: 'deadZapier' },
  { host: /^(?!hook\.)([a-z0-9-]+\.)*make\.com$/, advice: 'deadMake' },
  { host: /^([a-z0-9-]+\.)?(app\.n8n\.cloud|n8n\.io)$/, path: /^\/(workflow|home|$)/, advice: 'deadN8n' },
  { host: /^(app(-[a-z0-9]+)?|www)\.hubspot\.com$/, advice: 'deadPage' },
  { host: /\.lightning\.force\.com$|^(login|www)\.salesforce\.com$/, advice: 'deadPage' },
  {
    host: /(^|\.)pipedrive\.com$/,
    path: /^\/(deals?|leads|pipeline|persons?|organizations?|settings|automations?|auth)(\/|$)/,
    advice: 'deadPage',
  },
  { host: /(^|\.)monday\.com$/, path: /^\/(boards|workspaces|users|auth)(\/|$)/, advice: 'deadPage' },
  { host: /^app\.(gohighlevel|leadconnectorhq)\.com$/, advice: 'deadPage' },
  {
    host: /\.sharepoint\.com$|^(onedrive\.live|www\.office)\.com$|^make\.powerautomate\.com$/,
    advice: 'deadPage',
  },
  { host: /^(www\.)?linkedin\.com$/, advice: 'deadPage' },
];

/** Hosts whose root is known not to be a webhook. Other servers may accept leads at their root. */
const KNOWN_TOOLS =
  /(^|\.)(airtable|attio|clickup|close|coda|folk|gohighlevel|google|hubapi|hubspot|leadconnectorhq|make|monday|pipedrive|salesforce|slack|trello|zapier|zoho)\.(com|io|app)$|^webhook\.site$/;

/**
 * The reason why an address cannot accept leads, because it is a web page for people. Null for all others.
 */
export function findDeadAddress({ hostname, pathname, search }: URL): Text | null {
  const rule = RULES.find(({ host, path }) => host.test(hostname) && (!path || path.test(pathname)));
  if (rule) return rule.advice === 'deadPage' ? text('deadPage', hostname) : text(rule.advice);
  return pathname === '/' && !search && KNOWN_TOOLS.test(hostname) ? text('deadPage', hostname) : null;
}
