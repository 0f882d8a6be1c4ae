import { BRAND } from '@leadping/contracts/brand';
import { otherIntegrations } from '../../copy/guides.ts';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { addWebhookStep, EXTENSION_NEEDED, NOTHING_ARRIVES } from '../../features/docs/shared-steps.tsx';

const SENIOR = 'chief|ceo|cto|founder|vp|head|director';

const RATING_FORMULA = `IF(
  AND({Connections} >= 1000, REGEX_MATCH(LOWER({Title}), "${SENIOR}")),
  "Hot",
  IF(
    OR({Connections} >= 500, REGEX_MATCH(LOWER({Title}), "${SENIOR}")),
    "Warm",
    "Cold"
  )
)`;

const SCORE_FORMULA = `IF({Connections} >= 1000, 3, IF({Connections} >= 500, 2, 1))`;

const GUIDE: Guide = {
  slug: 'airtable-integration',
  title: `${BRAND.name} with Airtable`,
  outcome:
    'Every ping becomes a record that is rated Hot, Warm or Cold, in views that tell you whom to write to next.',
  tool: {
    name: 'Airtable',
    apiDocs: {
      title: 'Airtable API documentation',
      href: 'https://airtable.com/developers/web/api/introduction',
    },
  },
  needs: [EXTENSION_NEEDED, 'An Airtable base in which you may create automations.'],
  steps: [
    {
      id: 'base',
      title: 'Create the base with its fields',
      body: (
        <FactTable
          columns={['Field', 'Type', 'Filled with']}
          rows={[
            ['Name', 'Single line text', 'fullName'],
            ['Title', 'Single line text', 'jobTitle'],
            ['Company', 'Single line text', 'company'],
            ['Location', 'Single line text', 'location'],
            ['Connections', 'Number', 'connections'],
            ['Profile URL', 'URL', 'profileUrl'],
            ['Email', 'Email', 'email'],
            ['Status', 'Single select', 'New, by the automation'],
          ]}
        />
      ),
    },
    {
      ...addWebhookStep(
        'Airtable',
        'https://hooks.airtable.com/workflows/v1/genericWebhook/…',
        'Add the webhook',
      ),
      body: (
        <ol>
          <li>
            In the base open Automations and create one with the trigger “When webhook received”. Copy its
            URL.
          </li>
          <li>Open {BRAND.name}, add a webhook named “Airtable” and paste the URL.</li>
          <li>Ping one profile, then press Test trigger in Airtable, so that it knows the seven fields.</li>
          <li>
            Add the action “Create record” and choose a field of the capture for each field of the table.
          </li>
        </ol>
      ),
    },
    {
      id: 'views',
      title: 'Make smart views',
      body: (
        <ul>
          <li>
            <b>Senior network:</b> Connections above 500, and Title contains Director, VP, Head or Chief: a
            senior title.
          </li>
          <li>
            <b>Ready to write:</b> Status is New, and Email is not empty: an email is present.
          </li>
        </ul>
      ),
    },
    {
      id: 'automation',
      title: 'Automate the rating',
      body: (
        <>
          <p>
            Add two formula fields. “Rating” says Hot, Warm or Cold from connections and title; “Score” is 3,
            2 or 1 at the thresholds of 1000 and 500 connections, for sorting.
          </p>
          <p>
            <code>{SCORE_FORMULA}</code>
          </p>
          <p>
            Then a second automation: when a record enters the view “Ready to write”, send yourself a message.
          </p>
        </>
      ),
      code: { title: 'Rating', text: RATING_FORMULA },
    },
  ],
  check: (
    <p>
      Ping a profile. A record appears in the table with Status New, a Rating, and a Score of 1, 2 or 3. With
      more than 500 connections and a senior title it is also in the view “Senior network”.
    </p>
  ),
  troubles: [
    NOTHING_ARRIVES,
    {
      problem: 'The automation runs, but the record is empty',
      answer: 'Test the trigger again after a real ping: Airtable only offers fields that it has seen once.',
    },
    {
      problem: 'Rating shows an error',
      answer: 'The names in braces must be those of your fields, and Connections must be a number field.',
    },
  ],
  related: otherIntegrations('airtable-integration'),
};

export default function AirtableGuide() {
  return <GuidePage guide={GUIDE} />;
}
