import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { FactTable } from '../../features/docs/fact-table.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';

const GUIDE: Guide = {
  slug: 'license-types',
  title: 'License types and states',
  outcome: 'You know which license you hold, what it lets you do, and what each state of it means.',
  needs: ['Your license key, or the email it came in.'],
  before: [
    {
      id: 'types',
      title: 'There is one license',
      body: (
        <>
          <p>
            It is called standard, it is paid once, and it does not run out. What differs is only where it
            comes from:
          </p>
          <FactTable
            columns={['Bought', 'Paid to', 'Refunds and questions']}
            rows={[
              ['On our own page', 'us', 'the support center'],
              ['From a reseller', 'the reseller', 'refunds by the reseller, help by our support center'],
              ['Given by hand', 'nobody', 'the person who gave it to you'],
            ]}
          />
          <p>
            Reseller rights are something else: they let you sell licenses. They are described on the page of
            the <Link to="/reseller-program">reseller program</Link>.
          </p>
        </>
      ),
    },
    {
      id: 'states',
      title: 'Three states',
      body: (
        <FactTable
          columns={['State', 'What it means', 'What to do']}
          rows={[
            ['Active', 'Everything works.', 'Nothing.'],
            [
              'Suspended',
              'The payment is disputed at the bank.',
              'Settle the dispute; when it is withdrawn the license works again by itself.',
            ],
            [
              'Revoked',
              'The payment was refunded, the dispute was lost, or the seller took the license back.',
              'Buy again, or ask the seller.',
            ],
          ]}
        />
      ),
    },
  ],
  steps: [
    {
      id: 'see',
      title: 'See your state',
      body: (
        <p>
          Open {BRAND.name} from the toolbar. The state stands under the key, with a sentence when it is not
          active.
        </p>
      ),
    },
    {
      id: 'devices',
      title: 'Move to another device',
      body: (
        <p>
          Install the extension there and paste the same key. Five devices may be active at once; a sixth
          signs out the one that was unused for longest. You do not have to sign out first.
        </p>
      ),
    },
    {
      id: 'sign-out',
      title: 'Sign a device out yourself',
      body: <p>Before you give a computer away, open {BRAND.name} on it and press Deactivate.</p>,
    },
  ],
  check: <p>The extension on your new device shows the license as active, and a test ping arrives.</p>,
  troubles: [
    {
      problem: 'A device was signed out by itself',
      answer: 'A sixth device used the key. Paste the key again on the one you need; nothing is lost.',
    },
    {
      problem: 'Devices are active that are not yours',
      answer: (
        <>
          Your key has been seen by others. <Link to="/support">Write to us</Link>, and you get a new one.
        </>
      ),
    },
  ],
  related: ['first-license', 'troubleshooting-license', 'installation'],
};

export default function LicenseTypesGuide() {
  return <GuidePage guide={GUIDE} />;
}
