import { BRAND } from '@leadping/contracts/brand';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'gohighlevel-integration',
  title: `${BRAND.name} with GoHighLevel`,
  outcome: 'Every ping creates or updates a contact in your sub-account and starts your workflow.',
  tool: {
    name: 'GoHighLevel',
    apiDocs: { title: 'GoHighLevel API documentation', href: 'https://marketplace.gohighlevel.com/docs/' },
  },
  needs: [
    EXTENSION_NEEDED,
    'A GoHighLevel sub-account with workflows. The inbound webhook is one of its premium triggers.',
    'Three custom fields on Contact: LinkedIn profile (text), Job title (text), Connections (number).',
  ],
  steps: [
    {
      id: 'trigger',
      title: 'Create the workflow and its trigger',
      body: (
        <ol>
          <li>In the sub-account open Automation, Workflows and create one from scratch.</li>
          <li>Add the trigger Inbound Webhook and copy the URL it shows. Leave the window open.</li>
        </ol>
      ),
    },
    addWebhookStep('GoHighLevel', 'https://services.leadconnectorhq.com/hooks/…/webhook-trigger/…'),
    {
      id: 'sample',
      title: 'Send one sample',
      body: (
        <p>
          Ping any profile, go back to GoHighLevel and press Fetch sample requests. Choose the newest, and
          save the trigger: from now on it knows the seven fields.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Create the contact',
      body: (
        <>
          <p>Add the action Create or update contact and fill its fields from the webhook:</p>
          <FactTable
            columns={['Contact field', 'Value']}
            rows={[
              ['Full name', <code key="v">{'{{inboundWebhookRequest.fullName}}'}</code>],
              ['Email', <code key="v">{'{{inboundWebhookRequest.email}}'}</code>],
              ['Business name', <code key="v">{'{{inboundWebhookRequest.company}}'}</code>],
              ['City', <code key="v">{'{{inboundWebhookRequest.location}}'}</code>],
              ['Job title', <code key="v">{'{{inboundWebhookRequest.jobTitle}}'}</code>],
              ['Connections', <code key="v">{'{{inboundWebhookRequest.connections}}'}</code>],
              ['LinkedIn profile', <code key="v">{'{{inboundWebhookRequest.profileUrl}}'}</code>],
            ]}
          />
        </>
      ),
    },
    {
      id: 'publish',
      title: 'Add what happens next, and publish',
      body: (
        <p>
          Add a tag such as “linkedin”, an opportunity in your pipeline, or a task for the owner. Switch the
          workflow from Draft to Publish and save.
        </p>
      ),
    },
  ],
  check: (
    <p>
      Ping a second profile. The person is under Contacts within seconds, and the workflow’s execution log
      shows a finished run.
    </p>
  ),
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The trigger has no sample',
      answer: 'Samples are only kept for a while. Ping again with the trigger’s window open, then fetch.',
    },
    {
      problem: 'The contact is created without an email',
      answer:
        'The profile shows none; the field is null. If your sub-account demands one, add a condition that skips the contact or asks you for it by a task.',
    },
  ],
  related: [
    'zapier-integration',
    'hubspot-integration',
    'salesforce-integration',
    'pipedrive-integration',
    'monday-integration',
    'airtable-integration',
  ],
};

export default function GoHighLevelGuide() {
  return <GuidePage guide={GUIDE} />;
}
