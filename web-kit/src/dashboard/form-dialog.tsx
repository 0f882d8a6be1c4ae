import { Modal } from '@leadping/web-kit/ui/core';
import { type ReactNode, useState } from 'react';
import { FormChanges } from '../form/form-changes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface FormDialogProps {
  isOpen: boolean;
  title: ReactNode;
  width?: number;
  /** Whether a press outside closes the dialog. Defaults to true. */
  isMaskClosable?: boolean;
  /** Whether there is unsaved content that no visible form contains. Defaults to false. */
  hasDrafts?: boolean;
  /** Forms call it, too, after saving or when their Cancel button is pressed. */
  onClose: () => void;
  afterClose?: () => void;
  children: ReactNode;
}

/** A dialog with a form. Asks before typed text is lost by Escape, by a press outside or by leaving the page. */
export function FormDialog(props: FormDialogProps) {
  const {
    isOpen,
    title,
    width,
    isMaskClosable = true,
    hasDrafts = false,
    onClose,
    afterClose,
    children,
  } = props;
  const [isChanged, setIsChanged] = useState(false);
  const isUnsaved = isChanged || hasDrafts;
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    setIsAsking(false);
    onClose();
  };
  return (
    <FormChanges value={setIsChanged}>
      <Modal
        open={isOpen}
        title={title}
        width={width}
        footer={null}
        destroyOnHidden
        mask={{ closable: isMaskClosable }}
        onCancel={() => (isUnsaved ? setIsAsking(true) : onClose())}
        afterClose={afterClose}
      >
        {children}
      </Modal>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving?"
        confirmLabel="Discard changes"
        onConfirm={discard}
        onCancel={() => setIsAsking(false)}
      >
        What you entered here is not saved yet.
      </ConfirmDialog>
      <UnsavedChanges when={isOpen && isUnsaved} />
    </FormChanges>
  );
}
