import { BRAND } from '@leadping/contracts/brand';
import { Navigate, Route, Routes, useLocation } from '@leadping/web-kit/router';
import { CopiedTitle } from '@leadping/web-kit/dashboard/use-copy.ts';
import { Frame } from '@leadping/web-kit/dashboard/frame.tsx';
import { returnTo } from '@leadping/web-kit/session/return-path';
import { useLogout } from '@leadping/web-kit/session/sign-in';
import { useSession } from '@leadping/web-kit/session/session';
import { useShell } from '@leadping/web-kit/shell';
import { Suspense } from 'react';
import { RECORD_SOURCES } from '../features/dashboard/record-sources.ts';
import { Greeting } from '../features/dashboard/greeting.tsx';
import { TestMode } from '../features/dashboard/test-mode.tsx';
import { ICONS, OTHER_ICON } from '../features/dashboard/icons.ts';
import { tabsOf } from '../features/dashboard/tabs.ts';

const LINKS = [{ to: '/support', label: 'Support Center' }] as const;

/** The shell has let in only the roles of the route table. */
export default function AdminPage() {
  const { user } = useSession();
  const shell = useShell();
  const here = useLocation();
  const logout = useLogout();
  if (!user) return null;
  const hasTask = user.mustChangePassword || user.mustSetUpSecondFactor;
  if (hasTask) return <Navigate to="/auth" replace state={returnTo(here)} />;
  const tabs = tabsOf(user.role, shell);
  return (
    <Frame
      entries={tabs.map(({ slug, label }) => ({
        to: `/admin/${slug}`,
        label,
        icon: ICONS[slug] ?? OTHER_ICON,
      }))}
      links={LINKS}
      head={<Greeting username={user.username} />}
      onLogout={() => logout.mutate()}
      isLoggingOut={logout.isPending}
      recordSources={user.role === 'admin' ? RECORD_SOURCES : []}
      notice={<TestMode />}
    >
      <CopiedTitle value="Copied to clipboard">
        <Routes>
          {tabs.map(({ slug, label, view: View }) => (
            <Route
              caseSensitive
              key={slug}
              path={slug}
              element={
                <Suspense fallback={<output>Loading...</output>}>
                  <title>{`${label}: ${BRAND.name}`}</title>
                  <View />
                </Suspense>
              }
            />
          ))}
          <Route path="*" element={<Navigate to={`/admin/${tabs[0]?.slug}`} replace />} />
        </Routes>
      </CopiedTitle>
    </Frame>
  );
}
