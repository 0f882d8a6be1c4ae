import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { PasteKeyPicture } from '../../features/docs/pictures.tsx';

const GUIDE: Guide = {
  slug: 'first-license',
  title: 'Your first license',
  outcome: `You have found the key in your inbox, activated ${BRAND.name} with it, and know where to get it again.`,
  needs: [
    'The email address that you paid with.',
    <>
      The extension in your browser. If it is missing, begin with{' '}
      <Link to="/docs/installation">the installation</Link>.
    </>,
  ],
  steps: [
    {
      id: 'find',
      title: 'Find the email',
      body: (
        <p>
          It arrives within minutes of your payment. If you bought from a reseller it bears the reseller’s
          name. Look into the spam folder too before you wonder.
        </p>
      ),
    },
    {
      id: 'copy',
      title: 'Copy the whole key',
      body: (
        <p>
          Eight groups of four characters with dashes between them. The dashes belong to the key. The last
          part is a check: a mistyped key is distinguished from a wrong one.
        </p>
      ),
      code: { title: 'What a key looks like', text: '7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S' },
    },
    {
      id: 'activate',
      title: 'Activate',
      body: <p>Open {BRAND.name} from Chrome’s toolbar, paste the key and press Activate.</p>,
      picture: <PasteKeyPicture />,
    },
    {
      id: 'keep',
      title: 'Keep it',
      body: (
        <p>
          Save the email, or put the key into your password manager. You need it again for the next computer:
          one key is good for five devices.
        </p>
      ),
    },
  ],
  check: (
    <p>
      The extension shows the license as active. From now on it asks us only now and then, and works up to 30
      days without reaching us.
    </p>
  ),
  troubles: [
    {
      problem: 'No email came',
      answer: (
        <>
          In the <Link to="/support">support center</Link> choose to have your key sent again and enter the
          address that you paid with. It is sent to that address and nowhere else.
        </>
      ),
    },
    {
      problem: 'The key is refused',
      answer: (
        <>
          Most often a part is missing.{' '}
          <Link to="/docs/troubleshooting-license">Troubleshooting: license</Link> lists every answer and what
          to do.
        </>
      ),
    },
  ],
  related: ['installation', 'basic-capture', 'license-types', 'troubleshooting-license'],
};

export default function FirstLicenseGuide() {
  return <GuidePage guide={GUIDE} />;
}
