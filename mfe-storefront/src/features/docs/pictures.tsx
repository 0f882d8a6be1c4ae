import { BRAND } from '@leadping/contracts/brand';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import styles from './pictures.module.css';

/** The extension's form for a webhook, filled in for a tool. */
export function AddWebhookPicture({ name, url }: { name: string; url: string }) {
  return (
    <figure className={styles.window}>
      <figcaption className={styles.bar}>
        <RingMark size={18} /> {BRAND.name}: add a webhook
      </figcaption>
      <dl className={styles.form}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Webhook URL</dt>
          <dd>{url}</dd>
        </div>
      </dl>
      <span className={styles.button}>Save</span>
    </figure>
  );
}

/** The field in which the license key is pasted. */
export function PasteKeyPicture() {
  return (
    <figure className={styles.window}>
      <figcaption className={styles.bar}>
        <RingMark size={18} /> {BRAND.name}: activate
      </figcaption>
      <dl className={styles.form}>
        <div>
          <dt>License key</dt>
          <dd>7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S</dd>
        </div>
      </dl>
      <span className={styles.button}>Activate</span>
    </figure>
  );
}

/** A profile with the button that the extension adds. */
export function PingPicture() {
  return (
    <figure className={styles.window}>
      <figcaption className={styles.bar}>linkedin.com/in/maya-lindqvist</figcaption>
      <div className={styles.profile}>
        <p>
          <b>Maya Lindqvist</b>
          <br />
          VP of Sales at Northbeam Logistics
        </p>
        <span className={`${styles.button} ${styles.ping}`}>
          <RingMark size={18} /> Ping
        </span>
      </div>
    </figure>
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

/** A board with one captured lead. */
export function BoardPicture() {
  return (
    <figure className={styles.window}>
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
    </figure>
  );
}
