import { BuyButton } from '../checkout/buy-button.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import { Price } from '@leadping/web-kit/site/price.tsx';
import styles from './buy-bar.module.css';

export function BuyBar() {
  return (
    <aside className={styles.bar} aria-label="Buy">
      <span>
        <Price className={styles.price} /> <span className={styles.once}>once, yours for life</span>
      </span>
      <BuyButton className={`${button.primary} ${button.small}`}>Buy</BuyButton>
    </aside>
  );
}
