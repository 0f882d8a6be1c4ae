import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalLayerProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A native modal dialog while it is rendered. It traps and restores the focus, and closes on Escape or a press
 * outside. It is small enough for a page's first file, unlike antd's dialog.
 */
export function ModalLayer({ label, className, onClose, children }: ModalLayerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    const closeBeside = ({ target }: Event) => target === dialog && dialog.close();
    dialog.addEventListener('click', closeBeside);
    return () => {
      dialog.removeEventListener('click', closeBeside);
      if (dialog.open) dialog.close();
    };
  }, []);
  return (
    <dialog ref={ref} className={className} aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  );
}
