import { BRAND } from '@leadping/contracts/brand';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import type { User } from '@leadping/contracts/identity/session-routes';
import { Frame } from '@leadping/web-kit/dashboard/frame.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { Navigate, Route, Routes } from '@leadping/web-kit/router';
import { lazy, Suspense, useState } from 'react';
import { needsSetup } from '../wizard/setup-state.ts';
import { RECORD_SOURCES } from './record-sources.ts';
import { HOME } from './home.ts';
import { PAGES, PROFILE } from './pages.ts';
import { SetupBanner } from './setup-banner.tsx';
import { ResellerContext, type useResellerQuery } from './use-reseller.ts';
import { UserHead } from './user-head.tsx';

const Wizard = lazy(() => import('../wizard/wizard.tsx'));

interface DashboardProps {
  user: User;
  reseller: ReturnType<typeof useResellerQuery>;
  onLogout: () => void;
  isLoggingOut: boolean;
}

const ENTRIES = PAGES.map(({ slug, label, icon }) => ({ to: `${HOME}/${slug}`, label, icon }));
const LINKS = [{ to: '/support', label: 'Support center' }];
const COMMANDS = [{ id: 'profile', label: PROFILE.label, group: 'Go to', to: `${HOME}/${PROFILE.slug}` }];

export function Dashboard({ user, reseller, ...leaving }: DashboardProps) {
  const { data, error, refetch, isFetching } = reseller;
  const links = data ? [...LINKS, { to: `/r/${data.slug}`, label: 'Your sales page' }] : LINKS;
  return (
    <Frame
      entries={ENTRIES}
      links={links}
      head={<UserHead username={user.username} />}
      commands={COMMANDS}
      recordSources={RECORD_SOURCES}
      {...leaving}
    >
      {error && !data && (
        <LoadError
          title="We couldn't load your account"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!error && !data && <PageSkeleton />}
      {data && <Content reseller={data} />}
    </Frame>
  );
}

function Content({ reseller }: { reseller: CurrentReseller }) {
  const isSetupNeeded = needsSetup(reseller);
  // It opens by itself once; whoever closes it finds the way back in the banner.
  const [isWizardOpen, setIsWizardOpen] = useState(isSetupNeeded);
  return (
    <ResellerContext value={reseller}>
      <SetupBanner reseller={reseller} onContinue={() => setIsWizardOpen(true)} />
      <Routes>
        {[...PAGES, PROFILE].map(({ slug, label, Page }) => (
          <Route
            key={slug}
            path={slug}
            element={
              <Suspense fallback={<PageSkeleton />}>
                <title>{`${label}: ${BRAND.name}`}</title>
                <Page />
              </Suspense>
            }
          />
        ))}
        <Route path="*" element={<Navigate to={`${HOME}/overview`} replace />} />
      </Routes>
      {isWizardOpen && (
        <Suspense fallback={null}>
          <Wizard onClose={() => setIsWizardOpen(false)} />
        </Suspense>
      )}
    </ResellerContext>
  );
}
