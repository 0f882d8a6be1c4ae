import {
  ORIGIN_PLACEHOLDER,
  PAGE_LISTS,
  PAGE_PLACEHOLDERS,
  type PageVariant,
  PATH_PLACEHOLDER,
  PRERENDERED_TAG,
} from '@leadping/contracts/gateway/page';
import { formatMoney } from '@leadping/contracts/currency';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import type { Remote } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { type Shell, ShellProvider } from '@leadping/web-kit/shell';
import { SiteOrigin } from '../site/site-origin.ts';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { siteQuery } from '../site/use-site.ts';
import { pricingQuery } from '../site/use-pricing.ts';
import { tenantQuery } from '../site/use-tenant.ts';
import { type ComponentType, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { checkPlaces, leavePlaces } from './leave-places.ts';
// The build of a remote replaces this module with its own.
import remote from 'remote-to-render';

/** A shell for prerendering, without telemetry and requests. */
function createStillShell(): Shell {
  return {
    contract: 1,
    basePath: '',
    queryClient: createQueryClient(),
    theme: {
      getState: () => ({ choice: 'system', mode: 'light' }),
      subscribe: () => () => undefined,
      choose: () => undefined,
    },
    toast: () => ({ dismiss: () => undefined }),
    analytics: { trackPageView: () => undefined, trackEvent: () => undefined },
    reportError: (error) => {
      throw error;
    },
  };
}

export interface RenderedPage {
  head: string;
  body: string;
}

const { slug: SLUG, tenantName: TENANT_NAME, logo: LOGO } = PAGE_PLACEHOLDERS;
/** Amounts and a host that occur nowhere else on a page. Only elements with a fill attribute show them. */
const PRICE = 98_765_432.1;
const FEE = 87_654_321.2;
const CONTACT_HOST = 'stand-in-contact.example';

const shown = (dollars: number) =>
  formatMoney({ amountMinor: Math.round(dollars * 100), currency: 'USD' }, { trimZeros: true });

const GUARANTEE_DAYS = 98_765;
const REPLY_HOURS = 87_654;
const SELLER_NAME = 'Stand-in seller';
const CLAIM = 'stand-in claim';
const STAND_INS = [
  shown(PRICE),
  shown(FEE),
  CONTACT_HOST,
  `${GUARANTEE_DAYS}-day`,
  `${REPLY_HOURS} hours`,
  SELLER_NAME,
  CLAIM,
];

/** One fact, one contact and at least one missing detail, because a list is rendered with one item. */
const SELLER = { ...EMPTY_SELLER_DETAILS, legalName: SELLER_NAME, email: `seller@${CONTACT_HOST}` };
const CLAIMS = { users: CLAIM, rating: '', testimonials: [{ text: CLAIM, name: CLAIM, role: CLAIM }] };

const { question, answer } = PAGE_LISTS.question;
const SALES_PAGE: Tenant['salesPage'] = {
  accentColor: null,
  questions: [{ question, answer }],
  contactEmail: '',
  contactUrl: `https://${CONTACT_HOST}`,
};

/** Texts of a reseller are placeholders. Prices and contacts are not, because pages calculate with them. */
function setReplies({ queryClient }: Shell, location: string, variant: PageVariant): void {
  if (variant === 'plain') return;
  queryClient.setQueryData(pricingQuery.queryKey, {
    mainProduct: { dollars: PRICE },
    reseller: { dollars: FEE },
    isTest: true,
  });
  queryClient.setQueryData(siteQuery.queryKey, { seller: SELLER, claims: CLAIMS, taxMode: 'managed' });
  queryClient.setQueryData(
    tenantQuery(location).queryKey,
    variant === 'own'
      ? null
      : ({
          resellerId: '',
          slug: SLUG,
          subdomain: SLUG,
          businessName: TENANT_NAME,
          productPrice: PRICE.toFixed(2),
          currency: 'USD',
          isTest: true,
          logoUrl: LOGO,
          salesPage: SALES_PAGE,
          tones: null,
          sellerDetails: SELLER,
          taxMode: 'managed',
          // Numbers that no seller can choose, so that a place without a fill attribute is found.
          promises: { guaranteeDays: GUARANTEE_DAYS, supportReplyHours: REPLY_HOURS } as never,
        } satisfies Tenant),
  );
}

/**
 * Renders a page as visitors see it before any script runs.
 * @param path the route's path, as in the route table
 */
export async function renderPage(path: string, variant: PageVariant): Promise<RenderedPage> {
  const route = (remote as Remote<ComponentType>).routes.find((entry) => entry.path === path);
  if (!route) throw new Error(`No page of this remote is at ${path}`);
  const location = path.replaceAll(/:\w+/g, SLUG).replace(/\*$/, SLUG);
  const { default: Page } = await route.load();
  const shell = createStillShell();
  setReplies(shell, location, variant);
  const html = renderToString(
    <ShellProvider value={shell}>
      <QueryClientProvider client={shell.queryClient}>
        <SiteOrigin value={ORIGIN_PLACEHOLDER}>
          <StaticRouter location={location}>
            <Suspense>
              <Page />
            </Suspense>
          </StaticRouter>
        </SiteOrigin>
      </QueryClientProvider>
    </ShellProvider>,
  );
  // Clear the cache, otherwise its timers would delay the end of the build by minutes.
  shell.queryClient.clear();
  // React puts the head tags first and starts the page with its Suspense marker.
  const start = html.indexOf('<!--$-->');
  const head = html
    .slice(0, start)
    .replaceAll(/<(title|meta|link)\b/g, `<$1 ${PRERENDERED_TAG}=""`)
    .replaceAll(
      `${ORIGIN_PLACEHOLDER}${location}"`,
      `${ORIGIN_PLACEHOLDER}${path.includes(':') && variant !== 'tenant' ? PATH_PLACEHOLDER : location}"`,
    );
  const body = variant === 'plain' ? html.slice(start) : leavePlaces(html.slice(start));
  checkPlaces(head + body, STAND_INS);
  return { head, body };
}
