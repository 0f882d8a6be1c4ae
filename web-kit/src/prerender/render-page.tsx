import {
  ORIGIN_PLACEHOLDER,
  PAGE_PLACEHOLDERS,
  type PageVariant,
  PATH_PLACEHOLDER,
  PRERENDERED_TAG,
} from '@leadping/contracts/gateway/page';
import { formatMoney } from '@leadping/contracts/currency';
import type { Remote } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { type Shell, ShellProvider } from '@leadping/web-kit/shell';
import { SiteOrigin } from '../site/site-origin.ts';
import { pricingQuery } from '../site/use-pricing.ts';
import { tenantQuery } from '../site/use-tenant.ts';
import { type ComponentType, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
// The build of a remote puts its own in this place.
import remote from 'remote-to-render';

/** A shell for pages that nobody looks at yet: nothing is reported, nothing is requested. */
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

/** The tags that belong into the document's head, and the page itself. */
export interface RenderedPage {
  head: string;
  body: string;
}

/** For the parts of a path that differ from visit to visit, and what a reseller's page shows of theirs. */
const STAND_IN = 'stand-in';
const TENANT_NAME = 'Stand-in of a name';
const LOGO = '/stand-in-of-a-logo';
/** Amounts that nothing else on a page shows. */
const PRICE = 98_765_432.1;
const FEE = 87_654_321.2;

const shown = (dollars: number) =>
  formatMoney({ amountMinor: Math.round(dollars * 100), currency: 'USD' }, { trimZeros: true });

const PLACES: [text: string, placeholder: string][] = [
  [shown(PRICE), PAGE_PLACEHOLDERS.price],
  [shown(FEE), PAGE_PLACEHOLDERS.fee],
  [TENANT_NAME, PAGE_PLACEHOLDERS.tenantName],
  [LOGO, PAGE_PLACEHOLDERS.logo],
  [STAND_IN, PAGE_PLACEHOLDERS.slug],
];

/** Gives the page the replies that a variant is rendered with. */
function reply({ queryClient }: Shell, location: string, variant: PageVariant): void {
  if (variant === 'plain') return;
  queryClient.setQueryData(pricingQuery.queryKey, {
    mainProduct: { dollars: PRICE },
    reseller: { dollars: FEE },
  });
  queryClient.setQueryData(
    tenantQuery(location).queryKey,
    variant === 'own'
      ? null
      : {
          resellerId: '',
          slug: STAND_IN,
          subdomain: STAND_IN,
          businessName: TENANT_NAME,
          productPrice: PRICE.toFixed(2),
          currency: 'USD',
          logoUrl: LOGO,
        },
  );
}

/**
 * What a visitor sees of a page before any script has run.
 * @param path of the route, as in the route table.
 */
export async function renderPage(path: string, variant: PageVariant): Promise<RenderedPage> {
  const route = (remote as Remote<ComponentType>).routes.find((entry) => entry.path === path);
  if (!route) throw new Error(`No page of this remote is at ${path}`);
  const location = path.replaceAll(/:\w+/g, STAND_IN).replace(/\*$/, STAND_IN);
  const { default: Page } = await route.load();
  const shell = createStillShell();
  reply(shell, location, variant);
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
  // React puts the tags for the head first, and begins the page with the mark of its Suspense.
  const start = html.indexOf('<!--$-->');
  const head = html
    .slice(0, start)
    .replaceAll(/<(title|meta|link)\b/g, `<$1 ${PRERENDERED_TAG}=""`)
    .replaceAll(
      `${ORIGIN_PLACEHOLDER}${location}"`,
      `${ORIGIN_PLACEHOLDER}${path.includes(':') && variant !== 'tenant' ? PATH_PLACEHOLDER : location}"`,
    );
  return { head: leavePlaces(head), body: leavePlaces(html.slice(start)) };
}

const leavePlaces = (html: string) =>
  PLACES.reduce((text, [written, placeholder]) => text.replaceAll(written, placeholder), html);
