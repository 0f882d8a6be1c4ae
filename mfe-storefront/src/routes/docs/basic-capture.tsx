import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import { DataPoints } from '../../features/docs/data-points.tsx';
import type { Guide } from '../../features/docs/guide.ts';
import { GuidePage } from '../../features/docs/guide-page.tsx';
import { PingPicture } from '../../features/docs/pictures.tsx';
import { EXTENSION_NEEDED, NO_BUTTON } from '../../features/docs/shared-steps.tsx';

const GUIDE: Guide = {
  slug: 'basic-capture',
  title: 'Capture a profile',
  outcome: 'One press, and the person whose profile you are reading is in your tool.',
  needs: [
    EXTENSION_NEEDED,
    <>
      At least one <Link to="/docs/webhooks">webhook</Link> in the extension.
    </>,
  ],
  steps: [
    {
      id: 'open',
      title: 'Open a profile',
      body: (
        <p>
          The address begins with <code>linkedin.com/in/</code>. On the feed, in a search or on a company’s
          page there is no button, because there is no single person.
        </p>
      ),
    },
    {
      id: 'choose',
      title: 'Choose where it goes',
      body: (
        <p>With more than one webhook, open {BRAND.name} from the toolbar and choose the one to send to.</p>
      ),
    },
    {
      id: 'ping',
      title: 'Press Ping',
      body: <p>The button stands beside the name. One press reads this one profile and sends it.</p>,
      picture: <PingPicture />,
    },
  ],
  check: <p>The button answers “Pinged”. In your tool there is a new entry with the fields below.</p>,
  after: [
    { id: 'fields', title: 'What is captured', body: <DataPoints /> },
    {
      id: 'not-captured',
      title: 'What is not',
      body: (
        <p>
          Nothing but these seven. No messages, no photographs, no contacts of the person, no page that you
          did not press the button on. There is no bulk collection: one click, one profile.
        </p>
      ),
    },
  ],
  troubles: [
    NO_BUTTON,
    {
      problem: 'The email is empty',
      answer:
        'It is only captured when the profile shows it to you. An absent email arrives as null; we never guess one.',
    },
    {
      problem: 'A field is empty or holds the wrong text',
      answer: (
        <>
          The networking site may have changed its page. New selectors reach your extension without an update
          of yours; if the field is still wrong after a day, <Link to="/support">tell us</Link> with the
          address of the profile.
        </>
      ),
    },
  ],
  related: ['field-mapping', 'webhooks', 'bulk-export', 'performance'],
};

export default function BasicCaptureGuide() {
  return <GuidePage guide={GUIDE} />;
}
