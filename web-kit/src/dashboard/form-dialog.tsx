import { Modal } from '@leadping/web-kit/ui/core';
import { type ReactNode, useState } from 'react';
import { FormChanges } from '../form/form-changes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface FormDialogProps {
  isOpen: boolean;
  title: ReactNode;
  width?: number;
  /** Whether a press beside it closes it; true by default. */
  isMaskClosable?: boolean;
  /** Whether something unsaved is kept that no form in it shows now; false by default. */
  hasDrafts?: boolean;
  /** Also what a form in it calls once it is saved, or where its own Cancel is pressed. */
  onClose: () => void;
  afterClose?: () => void;
  children: ReactNode;
}

/** A dialog with a form: what is typed in it is not lost by Escape, by a press beside it or by leaving the page. */
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
