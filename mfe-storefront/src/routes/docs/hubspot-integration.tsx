import { BRAND } from '@leadping/contracts/brand';
import { otherIntegrations } from '../../copy/guides.ts';
import { DataPoints } from '../../features/docs/data-points.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'hubspot-integration',
  title: `${BRAND.name} with HubSpot`,
  outcome: 'Every ping becomes a HubSpot contact that your lists, owners and sequences can work with.',
  tool: {
    name: 'HubSpot',
    apiDocs: { title: 'HubSpot API documentation', href: 'https://developers.hubspot.com/docs/api/overview' },
  },
  needs: [EXTENSION_NEEDED, 'A HubSpot user who may edit forms (Marketing, Forms).'],
  before: [
    {
      id: 'why',
      title: 'Why use it',
      body: (
        <>
          <p>
            A contact that is typed in late is a contact that nobody follows up. With the webhook the person
            is in HubSpot while you are still on the profile, always with the same seven fields, so that lists
            and workflows can rely on them.
          </p>
          <p>
            HubSpot recognises people by their email address: a second ping of the same person updates the
            contact.
          </p>
        </>
      ),
    },
  ],
  steps: [
    {
      id: 'webhook-endpoint',
      title: 'Set up the webhook endpoint',
      body: (
        <>
          <p>The endpoint comes from a form and its webhook notifications:</p>
          <ol>
            <li>In HubSpot open Marketing, Forms and create a form named “LinkedIn capture”.</li>
            <li>
              Give it a field for each data point below. Create “LinkedIn profile” and “Connections” as
              properties.
            </li>
            <li>
              In the form’s options open the notifications, add a webhook notification, and copy its URL.
            </li>
            <li>Publish the form. It needs no page of its own.</li>
          </ol>
          <p>
            Some HubSpot plans have the webhook under Automation instead, as the workflow trigger for a
            received webhook. Its URL works in the same way.
          </p>
        </>
      ),
    },
    addWebhookStep('HubSpot', 'https://api.hubapi.com/your-webhook-address'),
  ],
  check: (
    <p>
      Ping a colleague’s profile and search for the name under CRM, Contacts. The activity of the contact
      names the form “LinkedIn capture” as its source.
    </p>
  ),
  after: [
    { id: 'data-points', title: 'The 7 data points', body: <DataPoints /> },
    {
      id: 'scenarios',
      title: 'Scenarios',
      body: (
        <ul>
          <li>
            <b>Prospecting list.</b> An active list “source is LinkedIn capture, no email” shows whom to look
            up; another with an email enrols into a sequence.
          </li>
          <li>
            <b>Owner by territory.</b> A workflow reads the location and sets the contact’s owner.
          </li>
          <li>
            <b>Recruiting.</b> A ping sets the lifecycle stage “Candidate” and opens a ticket in the
            recruiting pipeline.
          </li>
          <li>
            <b>Partnerships.</b> More than 500 connections and “Partner” in the title make a task for the
            partner team.
          </li>
        </ul>
      ),
    },
  ],
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'Contacts without an email are merged or missing',
      answer:
        'HubSpot tells contacts apart by email. In the form’s options allow submissions without an email address, so that each makes a contact of its own.',
    },
    {
      problem: 'The connections are empty',
      answer:
        'Make the property “Connections” a number. A text in a number field, or the other way round, is dropped.',
    },
  ],
  related: otherIntegrations('hubspot-integration'),
};

export default function HubspotGuide() {
  return <GuidePage guide={GUIDE} />;
}
