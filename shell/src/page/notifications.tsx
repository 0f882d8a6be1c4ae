import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { toastStore } from '@leadping/web-kit/toast/toast-store';
import { Suspense, useEffect, useState } from 'react';

const Toaster = reloadable(async () => {
  const { Toaster: component } = await import('@leadping/web-kit/ui/toaster');
  return { default: component };
});

/** The notification region comes with the first toast, or with the key that asks for it. */
export function Notifications() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted) return undefined;
    const want = () => setWanted(true);
    const onKey = ({ code }: KeyboardEvent) => code === 'F8' && want();
    const unsubscribe = toastStore.subscribe(want);
    addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      removeEventListener('keydown', onKey);
    };
  }, [wanted]);
  if (!wanted) return null;
  return (
    <PartBoundary onFailed={() => setWanted(false)}>
      <Suspense>
        <Toaster />
      </Suspense>
    </PartBoundary>
  );
}
