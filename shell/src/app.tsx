import type { ReleaseDocument } from '@leadping/contracts/release';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { BrowserRouter, Route, Routes } from '@leadping/web-kit/router';
import { type Shell, ShellProvider } from '@leadping/web-kit/shell';
import { Navigation } from './page/navigation.tsx';
import { NotFound } from './page/not-found.tsx';
import { Notifications } from './page/notifications.tsx';
import type { Pages } from './remotes/pages.ts';
import { RemotePage } from './remotes/remote-page.tsx';
import { listRemoteRoutes } from './routes.ts';

interface Props {
  shell: Shell;
  release: ReleaseDocument;
  pages: Pages;
}

/** The host page. It knows remotes only from the release document. */
export function App({ shell, release, pages }: Props) {
  return (
    <ShellProvider value={shell}>
      <QueryClientProvider client={shell.queryClient}>
        <BrowserRouter basename={shell.basePath || undefined}>
          <Navigation />
          <Routes>
            {listRemoteRoutes(release).map(({ remote, path }) => (
              <Route
                caseSensitive
                key={path}
                path={path}
                element={<RemotePage key={path} name={remote} path={path} release={release} pages={pages} />}
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </BrowserRouter>
        <Notifications />
      </QueryClientProvider>
    </ShellProvider>
  );
}
