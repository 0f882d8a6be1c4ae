import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const GUIDE: Guide = {
  slug: 'troubleshooting-license',
  title: 'Troubleshooting: license',
  outcome: 'Your license is active again, or you know why it is not and who can change that.',
  needs: ['The email with your license key, and the extension.'],
  before: [
    {
      id: 'answers',
      title: 'What the extension says',
      body: (
        <FactTable
          columns={['It says', 'Reason', 'What to do']}
          rows={[
            [
              'The key has a typing mistake',
              'A character is wrong or a part is missing.',
              'Copy it whole, dashes included.',
            ],
            [
              'The key is not known',
              'It is complete, but no license has it.',
              'Compare it with the email; write to us.',
            ],
            ['Suspended', 'The payment is disputed at the bank.', 'Settle the dispute; it then works again.'],
            ['Revoked', 'Refunded, or taken back by the seller.', 'Ask the seller, or buy again.'],
            ['Signed out', 'A sixth device used the key.', 'Paste the key again here.'],
            ['Please connect', 'No contact with us for 30 days.', 'Go online once and open the extension.'],
          ]}
        />
      ),
    },
  ],
  steps: [
    {
      id: 'copy',
      title: 'Copy the whole key',
      body: (
        <p>
          Mark it in the email from the first character to the last. It has eight groups of four characters,
          and seven dashes.
        </p>
      ),
      code: { title: 'What a key looks like', text: '7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S' },
    },
    {
      id: 'paste',
      title: 'Paste it into an empty field',
      body: <p>Clear the field first. {BRAND.name} ignores spaces around the key, but not within it.</p>,
    },
    {
      id: 'online',
      title: 'Be online for the first time',
      body: (
        <p>
          Activation needs a connection once. After that the license is checked on your device for up to 30
          days.
        </p>
      ),
    },
    {
      id: 'resend',
      title: 'Have the key sent again',
      body: (
        <p>
          In the <Link to="/support">support center</Link> enter the address that you paid with. The answer is
          the same whether or not we know it, so that nobody can find out who our customers are; the email
          comes only if we do.
        </p>
      ),
    },
  ],
  check: <p>The extension shows the license as active, and a ping arrives.</p>,
  troubles: [
    {
      problem: 'License key not working',
      answer: (
        <>
          Copy the whole key and try again; if that does not help, <Link to="/support">contact support</Link>{' '}
          with the category Licensing. Put the key into its field of the form, never into a public post.
        </>
      ),
    },
    {
      problem: 'You bought from a reseller',
      answer: 'The same steps apply, and so does our support. Only refunds are a matter of the reseller.',
    },
    {
      problem: 'The clock of the computer is wrong',
      answer:
        'The check on your device uses the date. Set the clock to be set automatically, then open the extension.',
    },
  ],
  related: ['first-license', 'license-types', 'troubleshooting-install', 'troubleshooting-connection'],
};

export default function TroubleshootingLicenseGuide() {
  return <GuidePage guide={GUIDE} />;
}
