import { Modal } from '@leadping/web-kit/ui/core';
import type { ReactNode } from 'react';

interface ConfirmDialogProps {
  isOpen: boolean;
  /** Names the thing: `Delete Acme Leads?` */
  title: string;
  /** The verb: `Delete reseller`. */
  confirmLabel: string;
  isDanger?: boolean;
  isPending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What becomes of the thing and of what belongs to it. */
  children: ReactNode;
}

/** Asks before something happens that is not easily undone. Needs a `UiProvider` around it. */
export function ConfirmDialog(dialog: ConfirmDialogProps) {
  const { isOpen, title, confirmLabel, isDanger = true, isPending = false, children } = dialog;
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger: isDanger }}
      confirmLoading={isPending}
      // A stray Enter must not destroy anything.
      cancelButtonProps={{ autoFocus: true }}
      onOk={dialog.onConfirm}
      onCancel={dialog.onCancel}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}
