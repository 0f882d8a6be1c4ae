import { BRAND } from '@leadping/contracts/brand';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import type { User } from '@leadping/contracts/identity/session-routes';
import { Frame } from '@leadping/web-kit/dashboard/frame.tsx';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { TestModeNotice } from '@leadping/web-kit/dashboard/test-mode-notice.tsx';
import { PageSkeleton } from '@leadping/web-kit/dashboard/page-skeleton.tsx';
import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { ViewHeader } from '@leadping/web-kit/page/view-header.tsx';
import { Navigate, Route, Routes } from '@leadping/web-kit/router';
import { useToast } from '@leadping/web-kit/shell';
import { type ComponentType, Suspense, useState } from 'react';
import { needsSetup } from '../wizard/setup-state.ts';
import { RECORD_SOURCES } from './record-sources.ts';
import { HOME } from './home.ts';
import { PAGES, PROFILE } from './pages.ts';
import { SetupBanner } from './setup-banner.tsx';
import { ResellerContext, type useResellerQuery } from './use-reseller.ts';
import { UserHead } from './user-head.tsx';

const Wizard = reloadable(() => import('../wizard/wizard.tsx'));

interface DashboardProps {
  user: User;
  reseller: ReturnType<typeof useResellerQuery>;
  onLogout: () => void;
  isLoggingOut: boolean;
}

const ENTRIES = PAGES.map(({ slug, label, icon }) => ({ to: `${HOME}/${slug}`, label, icon }));
const LINKS = [{ to: '/support', label: 'Support Center' }];
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
      recordSources={data ? RECORD_SOURCES : []}
      notice={
        data?.isTest && (
          <TestModeNotice>
            Your stored keys are test keys. Payments on your page are not real, and sums are those of test
            orders.
          </TestModeNotice>
        )
      }
      {...leaving}
    >
      <ResellerContext value={data ?? null}>
        {data && <Setup reseller={data} />}
        <Routes>
          {PAGES.map((page) => (
            <Route
              caseSensitive
              key={page.slug}
              path={page.slug}
              element={
                data ? (
                  <View {...page} />
                ) : error ? (
                  <>
                    <ViewHeader title={page.label}>Your account is needed for this page.</ViewHeader>
                    <LoadError
                      title="We couldn't load your account"
                      error={error}
                      onRetry={() => void refetch()}
                      isRetrying={isFetching}
                    />
                  </>
                ) : (
                  <PageSkeleton />
                )
              }
            />
          ))}
          {/* The profile needs only the user, so it works without the reseller too. */}
          <Route caseSensitive path={PROFILE.slug} element={<View {...PROFILE} />} />
          <Route path="*" element={<Navigate to={`${HOME}/overview`} replace />} />
        </Routes>
      </ResellerContext>
    </Frame>
  );
}

function View({ label, Page }: { label: string; Page: ComponentType }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <title>{`${label}: ${BRAND.name}`}</title>
      <Page />
    </Suspense>
  );
}

function Setup({ reseller }: { reseller: CurrentReseller }) {
  const toast = useToast();
  const isSetupNeeded = needsSetup(reseller);
  // Opens automatically once. After it was closed, the banner leads back to it.
  const [isWizardOpen, setIsWizardOpen] = useState(isSetupNeeded);
  return (
    <>
      <SetupBanner reseller={reseller} onContinue={() => setIsWizardOpen(true)} />
      {isWizardOpen && (
        <PartBoundary
          onFailed={() => {
            setIsWizardOpen(false);
            toast({
              title: 'The setup did not load',
              description: 'Press "Continue setup" to try once more.',
              tone: 'destructive',
            });
          }}
        >
          <Suspense fallback={null}>
            <Wizard onClose={() => setIsWizardOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
