import {
  LIST_ATTRIBUTE,
  listMarks,
  ORIGIN_PLACEHOLDER,
  PAGE_LISTS,
  PAGE_PLACEHOLDERS,
  type PageList,
  type PageVariant,
  PATH_PLACEHOLDER,
  PRERENDERED_TAG,
} from '@leadping/contracts/gateway/page';
import { formatMoney } from '@leadping/contracts/currency';
import { contactsOf } from '@leadping/contracts/commerce/contacts';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
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

/** Stands for path parameters and for a reseller's own data. */
const STAND_IN = 'stand-in';
const TENANT_NAME = 'Stand-in of a name';
const LOGO = '/stand-in-of-a-logo';
/** An amount that occurs nowhere else on a page. */
const PRICE = 98_765_432.1;
const FEE = 87_654_321.2;

const shown = (dollars: number) =>
  formatMoney({ amountMinor: Math.round(dollars * 100), currency: 'USD' }, { trimZeros: true });

/** Every list gets two items, so that the second one shows where the first ends. */
const ITEMS = [1, 2];
const SALES_PAGE: Tenant['salesPage'] = {
  accentColor: null,
  questions: ITEMS.map((nth) => ({
    question: `Stand-in of question ${nth}`,
    answer: `Stand-in of answer ${nth}`,
  })),
  contactEmail: 'stand-in-of@a-contact.example',
  contactUrl: 'https://stand-in-of-a-site.example/x',
};

const PLACES: [text: string, placeholder: string][] = [
  [shown(PRICE), PAGE_PLACEHOLDERS.price],
  [shown(FEE), PAGE_PLACEHOLDERS.fee],
  [TENANT_NAME, PAGE_PLACEHOLDERS.tenantName],
  [LOGO, PAGE_PLACEHOLDERS.logo],
  ...SALES_PAGE.questions.flatMap(({ question, answer }, index): [string, string][] => [
    [question, PAGE_LISTS.question.question],
    [answer, PAGE_LISTS.question.answer],
    [`faq-own-${index}`, `faq-own-${PAGE_LISTS.question.index}`],
  ]),
  ...contactsOf(SALES_PAGE).flatMap(({ href, text }): [string, string][] => [
    [href, PAGE_LISTS.contact.href],
    [text, PAGE_LISTS.contact.text],
  ]),
  [STAND_IN, PAGE_PLACEHOLDERS.slug],
];

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
      : ({
          resellerId: '',
          slug: STAND_IN,
          subdomain: STAND_IN,
          businessName: TENANT_NAME,
          productPrice: PRICE.toFixed(2),
          currency: 'USD',
          logoUrl: LOGO,
          salesPage: SALES_PAGE,
          tones: null,
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
  return { head: leavePlaces(head), body: leaveLists(leavePlaces(html.slice(start))) };
}

const leavePlaces = (html: string) =>
  PLACES.reduce((text, [written, placeholder]) => text.replaceAll(written, placeholder), html);

/**
 * Keeps one item of each list between marks. Both items are equal once their texts are replaced by placeholders.
 */
function leaveLists(html: string): string {
  return (Object.keys(PAGE_LISTS) as PageList[]).reduce((text, list) => {
    const { start, end } = listMarks(list);
    const parts = text.split(new RegExp(`(?=<\\w+ ${LIST_ATTRIBUTE}="${list}")`));
    return parts.reduce((written, part, index) => {
      // The parts are: text before the list, item, item with text after it, and so on.
      if (index % 2 === 1) return written + start + part + end;
      const item = parts[index - 1] ?? '';
      if (index > 0 && !part.startsWith(item)) throw new Error(`The items of the list ${list} differ`);
      return written + (index > 0 ? part.slice(item.length) : part);
    }, '');
  }, html);
}
