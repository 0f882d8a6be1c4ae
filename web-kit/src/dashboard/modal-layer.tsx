import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalLayerProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog of the browser for as long as it is rendered: the focus stays in it and returns to where it was,
 * Escape and a press beside it close it. Light enough for a page's first file, which antd's is not.
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
