import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { PAGE_REPLIES_FRESH_MS } from '@leadping/contracts/gateway/page';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { useRested } from '@leadping/web-kit/dashboard/use-rested.ts';
import { useWidth } from '@leadping/web-kit/dashboard/use-width.ts';
import { Segmented } from '@leadping/web-kit/ui/menu';
import { type CSSProperties, useState } from 'react';
import styles from './preview.module.css';

const DEVICES = {
  desktop: { label: 'Desktop', width: 1280, height: 800 },
  phone: { label: 'Phone', width: 390, height: 760 },
} as const;

/** The data that the page shows. */
const contentOf = ({ slug, businessName, logoUrl, productPrice, currency, salesPage }: CurrentReseller) =>
  JSON.stringify([slug, businessName, logoUrl, productPrice, currency, salesPage]);

/** The page as buyers see it, in a frame that is scaled to the available space. */
export function Preview({ reseller }: { reseller: CurrentReseller }) {
  const [device, setDevice] = useState<keyof typeof DEVICES>('desktop');
  const [box, room] = useWidth();
  const { width, height } = DEVICES[device];
  const scale = Math.min(1, room / width);
  const { slug, businessName } = reseller;
  // The gateway may render the page with data that are a second old.
  const shown = useRested(contentOf(reseller), PAGE_REPLIES_FRESH_MS);
  const size = { '--width': `${width}px`, '--height': `${height}px`, '--scale': scale } as CSSProperties;
  return (
    <Panel
      title="Preview"
      text="Your page as it is now. Checkout does not start from here."
      action={
        <Segmented
          aria-label="Size of the preview"
          value={device}
          onChange={setDevice}
          options={Object.entries(DEVICES).map(([value, { label }]) => ({
            value: value as keyof typeof DEVICES,
            label,
          }))}
        />
      }
    >
      <figure ref={box} className={styles.room} style={size}>
        <iframe
          // A new key reloads the frame when the page's data change.
          key={shown}
          src={`/r/${slug}`}
          title={`Preview of ${businessName}`}
          loading="lazy"
          // Our own page: it has to be of our origin, and nothing in it leads the dashboard away or opens a payment.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin"
        />
      </figure>
    </Panel>
  );
}
