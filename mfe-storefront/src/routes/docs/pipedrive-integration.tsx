import { BRAND } from '@leadping/contracts/brand';
import { otherIntegrations } from '../../copy/guides.ts';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { PipelinePicture } from '../../features/docs/pipeline-picture.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const STAGES = ['LinkedIn Outreach', 'Connected', 'Discovery Call', 'Proposal'] as const;

const GUIDE: Guide = {
  slug: 'pipedrive-integration',
  title: `${BRAND.name} with Pipedrive`,
  outcome:
    'Every ping adds a person and a deal in the first stage of your pipeline, with two follow-ups planned.',
  tool: {
    name: 'Pipedrive',
    apiDocs: { title: 'Pipedrive API documentation', href: 'https://developers.pipedrive.com/docs/api/v1' },
  },
  needs: [EXTENSION_NEEDED, 'A Pipedrive user with admin rights, who sees Tools and apps in the settings.'],
  steps: [
    {
      id: 'webhook',
      title: 'Set up the webhook',
      body: (
        <ol>
          <li>In Pipedrive open Settings, Tools and apps, Webhooks and create a webhook.</li>
          <li>
            As its event choose <b>person added</b> if you only want contacts, or <b>deal added</b> if each
            ping is also to be a deal.
          </li>
          <li>Choose the user on whose behalf it works; they become the owner.</li>
          <li>Copy the URL.</li>
        </ol>
      ),
    },
    addWebhookStep('Pipedrive', 'https://your-company.pipedrive.com/your-webhook-address'),
    {
      id: 'pipeline',
      title: 'Prepare the pipeline',
      body: (
        <p>
          Create a pipeline with these four stages. Deals start in the first stage, {STAGES[0]}, and move on
          when something happened between the two of you.
        </p>
      ),
      picture: <PipelinePicture stages={STAGES} deal="Maya Lindqvist, Northbeam Logistics" />,
    },
    {
      id: 'follow-up',
      title: 'Plan the follow-up',
      body: (
        <>
          <p>Under Automations create one with the trigger “deal created in {STAGES[0]}” and two actions:</p>
          <ul>
            <li>
              An activity “Send connection request”, <b>due tomorrow</b>.
            </li>
            <li>
              An activity “Follow up”, due again <b>3 days later</b>.
            </li>
          </ul>
        </>
      ),
    },
  ],
  check: (
    <p>
      Ping a profile. In the pipeline a deal stands in {STAGES[0]}, linked to the person, with an activity for
      tomorrow and one for 3 days later.
    </p>
  ),
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'People are there twice',
      answer:
        'Pipedrive finds duplicates by name and email: open the person’s menu, Merge. In the automation, search for the person first and update when found.',
    },
    {
      problem: 'The profile URL is missing',
      answer: 'Add a custom field “LinkedIn profile” to the person and map it to profileUrl.',
    },
  ],
  related: otherIntegrations('pipedrive-integration'),
};

export default function PipedriveGuide() {
  return <GuidePage guide={GUIDE} />;
}
