import { Modal } from '@leadping/web-kit/ui/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** Names the object: `Delete Acme Leads?` */
  title: string;
  /** The verb: `Delete reseller`. */
  confirmLabel: string;
  isDanger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * Moves the focus into the page if the confirmed action removed the focused element. Otherwise the Tab key would
 * start at the top of the page.
 */
function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Asks for confirmation before an action that is hard to undo. Needs a `UiProvider` around it. */
export function ConfirmDialog(dialog: ConfirmDialogProps) {
  const { isOpen, title, confirmLabel, isDanger = true, isPending = false, children } = dialog;
  // Blocks a second press while the dialog fades or before it shows progress.
  const isAnswered = useRef(false);
  useLayoutEffect(() => {
    isAnswered.current = !isOpen || isPending;
  });
  const confirm = () => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    dialog.onConfirm();
  };
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isPending}
      // The cancel button has the focus, so that a stray Enter is harmless.
      cancelButtonProps={{ autoFocus: true }}
      onOk={confirm}
      onCancel={dialog.onCancel}
      afterClose={keepFocus}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}
