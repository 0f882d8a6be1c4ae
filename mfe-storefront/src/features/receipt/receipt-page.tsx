import type { Receipt } from '@leadping/contracts/commerce/receipt-routes';
import button from '@leadping/web-kit/page/button.module.css';
import { dayText } from '@leadping/web-kit/page/dates.ts';
import layout from '@leadping/web-kit/page/layout.module.css';
import { SELLER_FIELDS, sellerFacts, sellerLinks } from '@leadping/contracts/commerce/seller-details';
import { Link, Navigate, useLocation } from '@leadping/web-kit/router';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { AmountList } from './amount-list.tsx';
import { RECEIPT_NOTES } from './receipt-texts.ts';
import { useReceipt } from './use-receipt.ts';
import styles from './receipt-page.module.css';

/** The receipt of an order, to read and to print. */
export default function ReceiptPage() {
  const { receipt, isUnknown, hasFailed, tryAgain } = useReceipt();
  const { pathname, hash } = useLocation();
  const seller = receipt?.offerPath;
  if (seller && !pathname.startsWith(`${seller}/`)) {
    return <Navigate to={`${seller}${pathname.replace(/^\/r\/[^/]+/, '')}${hash}`} replace />;
  }
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <title>{receipt ? `Receipt ${receipt.orderNumber}` : 'Receipt'}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <main id="content" className={styles.main}>
        {receipt && <ReceiptSheet receipt={receipt} />}
        {isUnknown && (
          <div className={styles.words}>
            <h1>This link opens no receipt</h1>
            <p>
              Open the link in your latest email about the purchase again. Links end when the address of an
              order is corrected.
            </p>
            <Link to="/support">Ask support</Link>
          </div>
        )}
        {hasFailed && (
          <div className={styles.words} role="alert">
            <h1>We can’t load your receipt right now</h1>
            <p>Nothing is lost. Please try again in a moment.</p>
            <button type="button" className={button.primary} onClick={tryAgain}>
              Try again
            </button>
          </div>
        )}
        {!receipt && !isUnknown && !hasFailed && (
          <p className={styles.words} role="status">
            Loading your receipt
          </p>
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Details that a reader cannot recognize without their name. */
const NUMBERS: ReadonlySet<string> = new Set([
  SELLER_FIELDS.registerNumber.label,
  SELLER_FIELDS.taxNumber.label,
]);

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { orderNumber, paidAt, isTest, state, seller, buyer, product, isManaged, invoice } = receipt;
  // Nothing was paid, so nothing was refunded.
  const isEndedFree = state === 'refunded' && Number(receipt.total) === 0;
  const note = isEndedFree ? 'The buyer withdrew from this order, which cost nothing.' : RECEIPT_NOTES[state];
  const taxLine = buyer.taxNumber === undefined ? null : `Tax number: ${buyer.taxNumber}`;
  const buyerLines = [buyer.businessName, buyer.name, buyer.email, taxLine].filter((line) => line !== null);
  return (
    <article className={styles.sheet} aria-labelledby="receipt-title">
      <header className={styles.head}>
        <h1 id="receipt-title">Receipt</h1>
        <button
          type="button"
          className={`${button.secondary} ${button.small} ${styles.print}`}
          onClick={() => print()}
        >
          Print or save as PDF
        </button>
      </header>
      {isTest && <p className={styles.note}>This was a test payment. No money was charged.</p>}
      {note && <p className={styles.note}>{note}</p>}
      <dl className={styles.facts}>
        <div>
          <dt>Order number</dt>
          <dd className={styles.number}>{orderNumber}</dd>
        </div>
        <div>
          <dt>Paid on</dt>
          <dd>{dayText(paidAt)}</dd>
        </div>
        <div>
          <dt>Seller</dt>
          <dd>
            <span>{seller.name}</span>
            {sellerFacts(seller.details).map(({ name, value }) => (
              <span key={name} className={styles.lines}>
                {NUMBERS.has(name) ? `${name}: ${value}` : value}
              </span>
            ))}
            {sellerLinks(seller.details).map(({ href, text }) => (
              <a key={href} href={href}>
                {text}
              </a>
            ))}
          </dd>
        </div>
        <div>
          <dt>Buyer</dt>
          <dd>
            {buyerLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </dd>
        </div>
      </dl>
      <section className={styles.sum} aria-label="Amounts">
        <h2>{product}</h2>
        <AmountList paid={receipt} />
        {isManaged && (
          <p className={styles.record}>
            Sold through Link, a company of Stripe, which is your seller of record. Its invoice is the tax
            document.
          </p>
        )}
        {invoice && (
          <p className={styles.invoice}>
            <a href={invoice.url} rel="noreferrer">
              View the invoice
            </a>
            {invoice.pdfUrl && (
              <a href={invoice.pdfUrl} rel="noreferrer">
                Download it as PDF
              </a>
            )}
          </p>
        )}
      </section>
    </article>
  );
}
