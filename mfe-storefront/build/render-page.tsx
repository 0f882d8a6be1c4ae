import { ORIGIN_PLACEHOLDER, PATH_PLACEHOLDER, PRERENDERED_TAG } from '@leadping/contracts/gateway/page';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { type Shell, ShellProvider } from '@leadping/web-kit/shell';
import { type ComponentType, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { SiteOrigin } from '../src/features/page/site-origin.ts';
import remote from '../src/remote.tsx';

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

/** For the parts of a path that differ from visit to visit. */
const STAND_IN = 'stand-in';

/**
 * What a visitor sees of a page before any answer of the server.
 * @param path of the route, as in the route table.
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  const route = remote.routes.find((entry) => entry.path === path);
  if (!route) throw new Error(`No page of the storefront is at ${path}`);
  const location = path.replaceAll(/:\w+/g, STAND_IN);
  const { default: Page } = (await route.load()) as { default: ComponentType };
  const shell = createStillShell();
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
      `${ORIGIN_PLACEHOLDER}${path.includes(':') ? PATH_PLACEHOLDER : location}"`,
    );
  const body = html.slice(start);
  if ((head + body).includes(STAND_IN))
    throw new Error(`${path} shows its own address: it cannot be rendered in advance`);
  return { head, body };
}
