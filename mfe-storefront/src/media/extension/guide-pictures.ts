// Written by `npm run pictures -w e2e`, from the built extension.
import activateLight from './activate-light.webp';
import activateDark from './activate-dark.webp';
import webhookSalesCrmLight from './webhook-sales-crm-light.webp';
import webhookSalesCrmDark from './webhook-sales-crm-dark.webp';
import webhookOwnServerLight from './webhook-own-server-light.webp';
import webhookOwnServerDark from './webhook-own-server-dark.webp';
import webhookHubspotLight from './webhook-hubspot-light.webp';
import webhookHubspotDark from './webhook-hubspot-dark.webp';
import webhookSalesforceLeadsLight from './webhook-salesforce-leads-light.webp';
import webhookSalesforceLeadsDark from './webhook-salesforce-leads-dark.webp';
import webhookPipedriveLight from './webhook-pipedrive-light.webp';
import webhookPipedriveDark from './webhook-pipedrive-dark.webp';
import webhookMondayBoardLight from './webhook-monday-board-light.webp';
import webhookMondayBoardDark from './webhook-monday-board-dark.webp';
import webhookAirtableLight from './webhook-airtable-light.webp';
import webhookAirtableDark from './webhook-airtable-dark.webp';
import webhookZapierLight from './webhook-zapier-light.webp';
import webhookZapierDark from './webhook-zapier-dark.webp';
import webhookGohighlevelLight from './webhook-gohighlevel-light.webp';
import webhookGohighlevelDark from './webhook-gohighlevel-dark.webp';
import pingLight from './ping-light.webp';
import pingDark from './ping-dark.webp';
import pingedLight from './pinged-light.webp';
import pingedDark from './pinged-dark.webp';
import receivedLight from './received-light.webp';
import receivedDark from './received-dark.webp';

export const activate = { light: activateLight, dark: activateDark, width: 360, height: 382.25 };
export const ping = { light: pingLight, dark: pingDark, width: 560, height: 280 };
export const pinged = { light: pingedLight, dark: pingedDark, width: 560, height: 280 };
export const received = { light: receivedLight, dark: receivedDark, width: 696, height: 400 };
export const webhookForms = [
  {
    name: 'Sales CRM',
    url: 'https://hooks.example.com/catch/4815/leads',
    picture: { light: webhookSalesCrmLight, dark: webhookSalesCrmDark, width: 560, height: 476 },
  },
  {
    name: 'Own server',
    url: 'https://leads.example.com/leads',
    picture: { light: webhookOwnServerLight, dark: webhookOwnServerDark, width: 560, height: 476 },
  },
  {
    name: 'HubSpot',
    url: 'https://api.hubapi.com/your-webhook-address',
    picture: { light: webhookHubspotLight, dark: webhookHubspotDark, width: 560, height: 518 },
  },
  {
    name: 'Salesforce leads',
    url: 'https://your-site.my.salesforce-sites.com/services/apexrest/ping?token=…',
    picture: {
      light: webhookSalesforceLeadsLight,
      dark: webhookSalesforceLeadsDark,
      width: 560,
      height: 476,
    },
  },
  {
    name: 'Pipedrive',
    url: 'https://your-company.pipedrive.com/your-webhook-address',
    picture: { light: webhookPipedriveLight, dark: webhookPipedriveDark, width: 560, height: 476 },
  },
  {
    name: 'Monday board',
    url: 'https://hooks.monday.com/your-webhook-address',
    picture: { light: webhookMondayBoardLight, dark: webhookMondayBoardDark, width: 560, height: 476 },
  },
  {
    name: 'Airtable',
    url: 'https://hooks.airtable.com/workflows/v1/genericWebhook/…',
    picture: { light: webhookAirtableLight, dark: webhookAirtableDark, width: 560, height: 476 },
  },
  {
    name: 'Zapier',
    url: 'https://hooks.zapier.com/hooks/catch/481516/2342abc/',
    picture: { light: webhookZapierLight, dark: webhookZapierDark, width: 560, height: 476 },
  },
  {
    name: 'GoHighLevel',
    url: 'https://services.leadconnectorhq.com/hooks/…/webhook-trigger/…',
    picture: { light: webhookGohighlevelLight, dark: webhookGohighlevelDark, width: 560, height: 476 },
  },
];
