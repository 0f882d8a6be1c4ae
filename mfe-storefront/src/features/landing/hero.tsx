import { HERO } from '../../copy/landing.ts';
import { BuyButton } from '../checkout/buy-button.tsx';
import { CodeNotice } from '../checkout/code-notice.tsx';
import { useLicenseSale } from '../checkout/use-product-checkout.ts';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { useOffer } from '@leadping/web-kit/site/offer.ts';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { PingStage } from './ping-stage.tsx';
import { usePromises } from '../page/use-promises.ts';
import { playFilm } from './play-film.ts';
import styles from './hero.module.css';

const watch = () => playFilm(document.querySelector<HTMLVideoElement>('#demo-video video'));

export function Hero() {
  const offer = useOffer();
  const sale = useLicenseSale();
  const { promises, ifResellers } = usePromises();
  return (
    <section id="hero" aria-labelledby="hero-title" className={styles.hero}>
      <div className={layout.wrap}>
        <p className={styles.kicker}>{HERO.kicker}</p>
        <h1 id="hero-title" className={styles.title}>
          {HERO.title.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </h1>
        <div className={styles.offer}>
          <p className={styles.lead}>{HERO.lead}</p>
          <div>
            <p className={styles.action}>
              <BuyButton className={button.primary}>
                {offer ? (
                  <>
                    Get it for <Price /> once
                  </>
                ) : (
                  HERO.buy
                )}
              </BuyButton>
              <a className={button.secondary} href="#demo-video" onClick={watch}>
                Watch 30 seconds
              </a>
            </p>
            <CodeNotice sale={sale} />
            <ul className={styles.terms}>
              {promises?.guarantee && (
                <li {...ifResellers({ 'data-list': 'guarantee', 'data-fill': 'text' })}>
                  {promises.guarantee}
                </li>
              )}
              {HERO.terms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          </div>
        </div>
        <PingStage />
      </div>
    </section>
  );
}
