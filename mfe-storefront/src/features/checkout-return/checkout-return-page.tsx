import { getCheckoutReturn as checkoutReturn } from '@leadping/contracts/endpoints/commerce/checkout';
import { BRAND } from '@leadping/contracts/brand';
import { ApiError } from '@leadping/web-kit/api/api-error';
import { reading } from '@leadping/web-kit/api/hooks';
import { useRecoveredReads } from '@leadping/web-kit/api/use-recovered-reads';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { useQuery } from '@leadping/web-kit/query';
import { Link, useSearchParams } from '@leadping/web-kit/router';
import styles from './checkout-return-page.module.css';

function textOf(host: string | undefined, error: unknown): { title: string; body: string } {
  if (host !== undefined) {
    return {
      title: `Continue to ${host}?`,
      body: `You have not been charged. The page that showed you this offer is not ours. Continue only if you know it; ${BRAND.name} never asks for your password or card there.`,
    };
  }
  if (error) {
    return error instanceof ApiError && error.status < 500
      ? { title: 'This link has expired', body: 'You have not been charged. The offer is still open.' }
      : {
          title: 'We can’t find the way back',
          body: 'You have not been charged. Please try again in a moment.',
        };
  }
  return { title: 'One moment', body: 'You have not been charged.' };
}

/**
 * Shown between a canceled payment and the embedding page, unless the reseller has listed its site. Any page can
 * embed the offer and name its address, so visitors must read the host before they follow it.
 */
export default function CheckoutReturnPage() {
  useRecoveredReads();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const { data, error } = useQuery(reading(checkoutReturn, { query: { id } }));
  // The ASCII form of the host, so that look-alike letters of other scripts are visible.
  const host = data && new URL(data.parentUrl).host;
  const { title, body } = textOf(host, error);
  return (
    <div className={layout.page}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <main id="content" className={styles.main}>
        <div aria-live="polite" className={styles.words}>
          <h1>{title}</h1>
          <p>{body}</p>
        </div>
        <p className={styles.actions}>
          <Link className={button.primary} to={data?.offerPath ?? '/'}>
            Stay at {BRAND.name}
          </Link>
          {data && (
            <a href={data.parentUrl} rel="noreferrer nofollow">
              Continue to {host}
            </a>
          )}
        </p>
      </main>
      <SiteFooter />
    </div>
  );
}
