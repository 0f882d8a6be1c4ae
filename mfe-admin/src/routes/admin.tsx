import { BRAND } from '@leadping/contracts/brand';
import { Navigate, Route, Routes } from '@leadping/web-kit/router';
import { useSession } from '@leadping/web-kit/session/session';
import { useShell } from '@leadping/web-kit/shell';
import { Suspense } from 'react';
import { Frame } from '../features/dashboard/frame.tsx';
import { tabsOf } from '../features/dashboard/tabs.ts';

/** The shell has let in only the roles of the route table. */
export default function AdminPage() {
  const { user } = useSession();
  const shell = useShell();
  if (!user) return null;
  if (user.mustChangePassword) return <Navigate to="/auth" replace />;
  const tabs = tabsOf(user.role, shell);
  return (
    <Frame user={user} tabs={tabs}>
      <Routes>
        {tabs.map(({ slug, label, view: View }) => (
          <Route
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
    </Frame>
  );
}
