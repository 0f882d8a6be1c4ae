import { BRAND } from '@leadping/contracts/brand';
import { FIGURES } from '../../copy/figures.ts';
import { Link } from '@leadping/web-kit/router';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { AddWebhookPicture, PasteKeyPicture, PingPicture } from '../../features/docs/pictures.tsx';
import { NO_BUTTON } from '../../features/docs/shared-steps.tsx';
import { useStoreUrl } from '../../features/store/use-store-url.ts';

function StoreLink() {
  const storeUrl = useStoreUrl();
  const name = `${BRAND.name} in the Chrome Web Store`;
  return storeUrl ? <a href={storeUrl}>{name}</a> : <>{name}</>;
}

const GUIDE: Guide = {
  slug: 'installation',
  title: 'Install the extension',
  outcome: `In ${FIGURES.setupTime} ${BRAND.name} is in your browser, activated, and has sent its first profile.`,
  needsTitle: 'Before you start',
  needs: [
    'Chrome 88 or later, or another browser built on it. Check it in Chrome: menu > Help > About.',
    'Your license key. It was emailed to you within minutes of your purchase.',
    'A webhook URL from the tool that is to receive your leads.',
  ],
  steps: [
    {
      id: 'download',
      title: 'Download from the store',
      body: (
        <p>
          Open <StoreLink /> (the email with your key links to it too). It is {BRAND.name}’s own page in the
          store; please do not install copies from elsewhere.
        </p>
      ),
    },
    {
      id: 'install',
      title: 'Install',
      body: (
        <p>
          Press Add to Chrome and confirm. Then press the puzzle icon in the toolbar and pin {BRAND.name}, so
          that it stays in sight.
        </p>
      ),
    },
    {
      id: 'activate',
      title: 'Activate the license',
      body: (
        <p>
          Open {BRAND.name} from the toolbar, paste the whole key, dashes included, and press Activate. It is
          eight groups of four characters.
        </p>
      ),
      picture: <PasteKeyPicture />,
    },
    {
      id: 'configure',
      title: 'Configure',
      body: (
        <p>
          Add a webhook: a name that you recognise and the URL from your tool. The guides for{' '}
          <Link to="/docs/gohighlevel-integration">GoHighLevel</Link> and{' '}
          <Link to="/docs/zapier-integration">Zapier</Link> show where to find it.
        </p>
      ),
      picture: <AddWebhookPicture name="Sales CRM" url="https://hooks.example.com/catch/4815/leads" />,
    },
    {
      id: 'test',
      title: 'Test',
      body: <p>Open a profile on LinkedIn and press Ping beside the name.</p>,
      picture: <PingPicture />,
    },
  ],
  check: (
    <p>
      The button answers “Pinged”, and the person is in your tool with name, title, company, location,
      connections and profile URL. The email is there if the profile shows one.
    </p>
  ),
  troubles: [
    {
      problem: 'Extension not appearing',
      answer: (
        <>
          Check that it is enabled on the Chrome extensions page (<code>chrome://extensions</code>).{' '}
          <Link to="/docs/troubleshooting-install">More on installation</Link>.
        </>
      ),
    },
    {
      problem: 'License key not working',
      answer: (
        <>
          Copy the whole key, dashes included, and try again. If it is still refused,{' '}
          <Link to="/support">contact support</Link>.
        </>
      ),
    },
    NO_BUTTON,
  ],
  related: ['gohighlevel-integration', 'zapier-integration', 'first-license', 'basic-capture'],
};

export default function InstallationGuide() {
  return <GuidePage guide={GUIDE} />;
}
