import { missingDetailsText, sellerFacts, sellerLinks } from '@leadping/contracts/commerce/seller-details';
import { sellerOfRecord, sellerRole } from '@leadping/contracts/commerce/seller-tax';
import styles from './seller-facts.module.css';
import { useTaxMode } from './tax-note.tsx';
import { useSeller } from './use-seller.ts';

/** Role, name, address and contacts of this page's seller. Says which details are missing. */
export function SellerFacts() {
  const seller = useSeller();
  const mode = useTaxMode();
  const record = sellerOfRecord(mode);
  const missing = seller && missingDetailsText(seller);
  return (
    <>
      <p data-fill="sellerRole">{sellerRole(mode)}</p>
      <dl className={styles.facts}>
        {(seller ? sellerFacts(seller) : []).map(({ name, value }) => (
          <div key={name} data-list="sellerFact">
            <dt data-fill="name">{name}</dt>
            <dd data-fill="value">{value}</dd>
          </div>
        ))}
        {(seller ? sellerLinks(seller) : []).map(({ name, href, text }) => (
          <div key={name} data-list="sellerLink">
            <dt data-fill="name">{name}</dt>
            <dd>
              <a href={href} data-fill="text" data-fill-href="href">
                {text}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      {record && (
        <p data-list="sellerOfRecord" data-fill="text">
          {record}
        </p>
      )}
      {missing && (
        <p data-list="sellerMissing" className={styles.missing} data-fill="text">
          {missing}
        </p>
      )}
    </>
  );
}
