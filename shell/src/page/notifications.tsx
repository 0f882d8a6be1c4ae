import { PartBoundary } from '@leadping/web-kit/page/part-boundary.tsx';
import { reloadable } from '@leadping/web-kit/page/reloadable.tsx';
import { type Toast, toastStore } from '@leadping/web-kit/toast/toast-store';
import { Suspense, useEffect, useState } from 'react';

const Toaster = reloadable(async () => {
  const { Toaster: component } = await import('@leadping/web-kit/ui/toaster');
  return { default: component };
});

/** The key that moves the focus to the region (specification, public side §9). */
const KEY = 'F8';

/** Passes on the key that the region came with: it was pressed before anything listened to it. */
function PressedKey() {
  useEffect(() => void document.dispatchEvent(new KeyboardEvent('keydown', { code: KEY })), []);
  return null;
}

/** The notification region comes with the first toast, or with the key that asks for it. Without it the text stands alone. */
export function Notifications() {
  const [wanted, setWanted] = useState<false | 'toast' | 'key'>(false);
  const [unshown, setUnshown] = useState<Toast | null>(null);
  useEffect(() => {
    if (wanted) return undefined;
    const onKey = ({ code }: KeyboardEvent) => code === KEY && setWanted('key');
    const unsubscribe = toastStore.subscribe(() => setWanted('toast'));
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
        {wanted === 'key' && <PressedKey />}
      </Suspense>
    </PartBoundary>
  );
}
