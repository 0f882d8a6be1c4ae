import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { NO_BUTTON } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'troubleshooting-install',
  title: 'Troubleshooting: installation',
  outcome: `${BRAND.name} is in your toolbar and its button stands on profile pages.`,
  needs: ['Chrome 88 or later. You see and update the version in Chrome’s menu under Help, About.'],
  steps: [
    {
      id: 'enabled',
      title: 'Check that it is enabled',
      body: <p>Open the Chrome extensions page and look for {BRAND.name}. Its switch must be on.</p>,
      code: { title: 'Into the address bar', text: 'chrome://extensions' },
    },
    {
      id: 'pinned',
      title: 'Bring it into sight',
      body: <p>Press the puzzle icon in the toolbar, then the pin beside {BRAND.name}.</p>,
    },
    {
      id: 'permission',
      title: 'Check its permission',
      body: (
        <p>
          On the extensions page press Details. Under Site access the networking site must be allowed: “On all
          sites”, or “On specific sites” with <code>https://www.linkedin.com</code> in the list.
        </p>
      ),
    },
    {
      id: 'reload',
      title: 'Reload the profile',
      body: <p>Pages that were open before the installation do not have the button yet. Reload them.</p>,
    },
    {
      id: 'again',
      title: 'Install it anew',
      body: (
        <p>
          Remove it on the extensions page, restart Chrome and install it from the store. Have your key at
          hand; webhooks must be added again.
        </p>
      ),
    },
  ],
  check: <p>The icon is in the toolbar, and on a profile the Ping button stands beside the name.</p>,
  troubles: [
    {
      problem: 'Extension not appearing',
      answer:
        'Check that it is enabled on the Chrome extensions page, in this Chrome profile: each has its own extensions.',
    },
    {
      problem: 'The store says that it is blocked by your administrator',
      answer: `Your company decides which extensions may be installed. Ask for ${BRAND.name} to be allowed, with the link to its page in the store.`,
    },
    NO_BUTTON,
    {
      problem: 'None of this helps',
      answer: (
        <>
          Open a ticket in the <Link to="/support">support center</Link> with your Chrome version and a
          picture of the extensions page.
        </>
      ),
    },
  ],
  related: ['installation', 'troubleshooting-license', 'troubleshooting-connection'],
};

export default function TroubleshootingInstallGuide() {
  return <GuidePage guide={GUIDE} />;
}
