import { toastStore } from '@leadping/web-kit/toast/toast-store';
import { lazy, Suspense, useEffect, useState } from 'react';

const Toaster = lazy(async () => {
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
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
