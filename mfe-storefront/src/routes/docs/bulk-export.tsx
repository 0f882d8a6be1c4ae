import { BRAND } from '@leadping/contracts/brand';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const HEADINGS = 'Name,Title,Company,Location,Connections,Profile URL,Email';

const GUIDE: Guide = {
  slug: 'bulk-export',
  title: 'Export what you captured',
  outcome: 'All of your captured leads in one CSV file, ready for a mail tool, a colleague, or a backup.',
  needs: [
    'The tool to which your webhook sends. That is where your leads are: they never pass through us, so we have no copy to export.',
    'The right to export in that tool. In shared workspaces it is often kept to administrators.',
  ],
  before: [
    {
      id: 'what-it-is-not',
      title: 'What it is not',
      body: (
        <p>
          {BRAND.name} captures one profile for each click. It does not collect in bulk, from lists or from
          searches. This page is about taking out, all at once, what you have put in one by one.
        </p>
      ),
    },
  ],
  steps: [
    {
      id: 'filter',
      title: 'Show only your captures',
      body: (
        <p>
          Filter by the source that your guide set: the form “LinkedIn capture” in HubSpot, the lead source in
          Salesforce, the tag in GoHighLevel, or the board or table made for it.
        </p>
      ),
    },
    {
      id: 'export',
      title: 'Export',
      body: (
        <FactTable
          columns={['Tool', 'Where']}
          rows={[
            ['HubSpot', 'CRM, Contacts, your view, Export; the file is mailed to you'],
            ['Salesforce', 'Reports, a report on leads by lead source, Export, Details only'],
            ['Pipedrive', 'Contacts, People, the three dots, Export results'],
            ['Monday', 'The board’s menu, More actions, Export board to Excel'],
            ['Airtable', 'The grid view’s menu, Download CSV'],
            ['GoHighLevel', 'Contacts, select all, Export'],
            ['Google Sheets', 'File, Download, Comma-separated values'],
          ]}
        />
      ),
    },
    {
      id: 'headings',
      title: 'Bring the columns into one shape',
      body: <p>Mail tools guess columns by their headings. These are understood by nearly all of them:</p>,
      code: { title: 'First line of the file', text: HEADINGS },
    },
  ],
  check: (
    <p>
      Open the file in a spreadsheet. It has one line for each person, the count matches your filtered view,
      and names with accents look right. If they do not, open it as UTF-8.
    </p>
  ),
  troubles: [
    {
      problem: 'The same person is in it twice',
      answer:
        'Remove duplicates by Profile URL: it is the one field that is the same on every capture of a person.',
    },
    {
      problem: 'You changed tools and want the old leads in the new one',
      answer:
        'Export from the old one, import into the new one, and only then change the webhook URL in the extension.',
    },
    {
      problem: 'Somebody asks to be deleted',
      answer: 'Delete them in your tool and in files you exported. Nothing of them is with us.',
    },
  ],
  related: ['field-mapping', 'webhooks', 'airtable-integration', 'zapier-integration'],
};

export default function BulkExportGuide() {
  return <GuidePage guide={GUIDE} />;
}
