import { SAMPLE_CAPTURE } from '../../copy/capture.ts';
import { DataPoints } from '../../features/docs/data-points.tsx';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { EXTENSION_NEEDED } from '../../features/docs/shared-steps.tsx';

const SPLIT_NAME = `const cut = fullName.lastIndexOf(' ');
const firstName = cut < 0 ? '' : fullName.slice(0, cut);
const lastName = cut < 0 ? fullName : fullName.slice(cut + 1);`;

const GUIDE: Guide = {
  slug: 'field-mapping',
  title: 'Field mapping',
  outcome:
    'Each of the seven data points lands in the right field of your tool, also when your tool wants it in another form.',
  needs: [
    EXTENSION_NEEDED,
    'A tool that already receives your pings, with the right to create fields in it.',
  ],
  before: [{ id: 'fields', title: 'The seven fields', body: <DataPoints /> }],
  steps: [
    {
      id: 'sample',
      title: 'Send one sample',
      body: (
        <p>
          Most tools offer a field for mapping only after they have seen it. Ping one profile that shows an
          email.
        </p>
      ),
      code: { title: 'A capture', text: SAMPLE_CAPTURE },
    },
    {
      id: 'map',
      title: 'Map field to field',
      body: (
        <FactTable
          columns={['Capture', 'HubSpot', 'Salesforce', 'Pipedrive']}
          rows={[
            ['fullName', 'First and last name', 'FirstName, LastName', 'Name'],
            ['jobTitle', 'Job title', 'Title', 'Job title'],
            ['company', 'Company name', 'Company', 'Organization'],
            ['location', 'City', 'City', 'Postal address'],
            ['connections', 'Connections (own)', 'Connections (own)', 'Connections (own)'],
            ['profileUrl', 'LinkedIn profile (own)', 'LinkedIn_Profile__c', 'LinkedIn profile (own)'],
            ['email', 'Email', 'Email', 'Email'],
          ]}
        />
      ),
    },
    {
      id: 'split',
      title: 'Split the name where it must be',
      body: (
        <p>
          Names are captured as they are written. Where first and last name are separate fields, cut at the
          last space: it is right most often.
        </p>
      ),
      code: { title: 'In a code step', text: SPLIT_NAME },
    },
    {
      id: 'types',
      title: 'Use the right types',
      body: (
        <p>
          connections is a number, email is a text or null, and the others are texts. profileUrl is the best
          field to tell people apart by: it is always there and stays the same.
        </p>
      ),
    },
  ],
  check: <p>Ping a second profile and compare its entry with the page, field by field.</p>,
  troubles: [
    {
      problem: 'One field stays empty in every entry',
      answer: 'It is not mapped, or its type refuses the value: a text into a number field, for one.',
    },
    {
      problem: 'The location does not fit into city and country',
      answer: 'It is one text, as the profile shows it. Keep it in one field and filter with “contains”.',
    },
    {
      problem: 'The tool demands an email',
      answer: 'Add a condition: with an email create the contact, without one create a task to find it.',
    },
  ],
  related: ['webhooks', 'basic-capture', 'bulk-export', 'hubspot-integration', 'salesforce-integration'],
};

export default function FieldMappingGuide() {
  return <GuidePage guide={GUIDE} />;
}
