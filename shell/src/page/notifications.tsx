import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { type Toast, toastStore } from '@leadping/web-kit/toast/toast-store';
import { Suspense, useEffect, useState } from 'react';

const Toaster = reloadable(async () => {
  const { Toaster: component } = await import('@leadping/web-kit/ui/toaster');
  return { default: component };
});

/** The notification region comes with the first toast, or with the key that asks for it. Without it the text stands alone. */
export function Notifications() {
  const [wanted, setWanted] = useState(false);
  const [unshown, setUnshown] = useState<Toast | null>(null);
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
  if (!wanted) {
    return (
      unshown && (
        <p role="alert" className="lp-alert">
          {unshown.title} {unshown.description}
        </p>
      )
    );
  }
  const onFailed = () => {
    setUnshown(toastStore.getState().current);
    setWanted(false);
  };
  return (
    <PartBoundary onFailed={onFailed}>
      <Suspense>
        <Toaster />
      </Suspense>
    </PartBoundary>
  );
}
