import { BRAND } from '@leadping/contracts/brand';
import type { ReactNode } from 'react';
import { activate, ping, pinged, received, webhookForms } from '../../media/extension/guide-pictures.ts';
import { ExtensionPicture, type TakenPicture } from '../page/extension-picture.tsx';
import styles from './pictures.module.css';

function Window({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <figure className={styles.window}>{children}</figure>
    </div>
  );
}

/** A picture of the real extension, taken by `npm run pictures -w e2e`. It is never scaled up. */
function Taken({ picture, alt }: { picture: TakenPicture; alt: string }) {
  return (
    <div className={styles.frame}>
      <figure className={`${styles.window} ${styles.taken}`} style={{ maxWidth: picture.width }}>
        <ExtensionPicture picture={picture} alt={alt} />
      </figure>
    </div>
  );
}

export function AddWebhookPicture({ name, url }: { name: string; url: string }) {
  const form = webhookForms.find((one) => one.name === name && one.url === url);
  if (!form) return null;
  const alt = `${BRAND.name}’s form “Add a webhook”: name ${name}, webhook URL ${url}, and the buttons Save and Send a test.`;
  return <Taken picture={form.picture} alt={alt} />;
}

export function PasteKeyPicture() {
  return (
    <Taken
      picture={activate}
      alt={`${BRAND.name} from the toolbar: the license key is pasted into its field, below it the button Activate.`}
    />
  );
}

export function PingPicture() {
  return (
    <Taken picture={ping} alt="A profile: beside the name Maya Lindqvist is the button that says Ping!" />
  );
}

export function PingedPicture() {
  return (
    <Taken picture={pinged} alt="The same profile after the press: the button is green and says Pinged!" />
  );
}

export function ReceivedPicture() {
  return (
    <Taken
      picture={received}
      alt="A receiver’s log: POST with Content-Type application/json and an Idempotency-Key, the seven fields as JSON, and the reply 200."
    />
  );
}

const BOARD_COLUMNS = ['Name', 'Title', 'Company', 'Location', 'Profile URL', 'Email', 'Status'] as const;
const BOARD_ROW = [
  'Maya Lindqvist',
  'VP of Sales',
  'Northbeam Logistics',
  'Copenhagen, Denmark',
  'linkedin.com/in/…',
  'maya@northbeam.example',
  'New',
] as const;

export function BoardPicture() {
  return (
    <Window>
      <figcaption className={styles.bar}>LinkedIn leads</figcaption>
      <div className={styles.board}>
        <table aria-label="The board after the first ping">
          <thead>
            <tr>
              {BOARD_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {BOARD_ROW.map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </Window>
  );
}
