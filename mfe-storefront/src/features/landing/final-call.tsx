import { Link } from '@leadping/web-kit/router';
import { FINAL } from '../../copy/landing.ts';
import { BuyButton } from '../checkout/buy-button.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { usePromises } from '../page/use-promises.ts';
import styles from './final-call.module.css';

export function FinalCall() {
  const { promises, ifResellers } = usePromises();
  return (
    <section id="get-started" aria-labelledby="get-started-title" className={styles.section}>
      <RingMark size={900} className={styles.rings} />
      <div className={`${layout.wrap} ${styles.inner}`}>
        <h2 id="get-started-title" className={styles.title}>
          {FINAL.title}
        </h2>
        <p className={styles.lead}>
          {FINAL.lead}{' '}
          {promises?.guarantee && (
            <span {...ifResellers({ 'data-list': 'guarantee' })}>
              <span {...ifResellers({ 'data-fill': 'text' })}>{promises.guarantee}</span>.
            </span>
          )}
        </p>
        <BuyButton className={`${button.primary} ${styles.buy}`}>
          {FINAL.buy} for <Price />
        </BuyButton>
        <p className={styles.help}>
          {FINAL.help} <span {...ifResellers({ 'data-fill': 'supportReply' })}>{promises?.supportReply}</span>
          : <Link to="/support">Support</Link>
        </p>
      </div>
    </section>
  );
}
