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

/** Forwards the key press that loaded the region, because nothing listened to it then. */
function PressedKey() {
  useEffect(() => void document.dispatchEvent(new KeyboardEvent('keydown', { code: KEY })), []);
  return null;
}

/** Loads the notification region with the first toast or its key. If loading fails, the text is shown alone. */
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
