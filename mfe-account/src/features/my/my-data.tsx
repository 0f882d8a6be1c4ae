import { eraseOwnData, exportOwnData } from '@leadping/contracts/endpoints/support/own-data';
import { useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { saveFile } from '@leadping/web-kit/page/save-file.ts';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { useState } from 'react';
import styles from './my.module.css';
import { useMyFailure, useSignOut } from './session.ts';

export function MyData({ email }: { email: string }) {
  const [isErasing, setIsErasing] = useState(false);
  const exportFailed = useMyFailure('Your data were not exported');
  const download = useWrite(exportOwnData, {
    onSuccess: (data) => {
      const json = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(`leadping-${data.exportedAt.slice(0, 10)}.json`, json);
    },
    onError: exportFailed,
  });
  return (
    <Panel title="Your data" text="Everything that we store about your address, as a file, or removed.">
      <div className={styles.actions}>
        <Button loading={download.isPending} onClick={() => download.mutate({})}>
          Download my data
        </Button>
        <Button danger onClick={() => setIsErasing(true)}>
          Erase my data
        </Button>
      </div>
      <EraseDialog email={email} isOpen={isErasing} onClose={() => setIsErasing(false)} />
    </Panel>
  );
}

interface EraseDialogProps {
  email: string;
  isOpen: boolean;
  onClose: () => void;
}

function EraseDialog({ email, isOpen, onClose }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  const toast = useToast();
  const signOut = useSignOut();
  const onError = useMyFailure('Nothing was erased');
  const erase = useWrite(eraseOwnData, {
    onSuccess: () => {
      toast({ title: 'Your data are being erased', tone: 'success' });
      signOut.mutate({});
    },
    onError,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Erase everything about you?"
      confirmLabel="Erase my data"
      isPending={erase.isPending}
      onConfirm={() => erase.mutate({ body: { confirmedEmail: typed } })}
      onCancel={onClose}
    >
      <p>
        Your address, tickets and emails are removed, and this cannot be undone. Your license keys keep
        working, but nobody can send, find or replace them for you. Copy them first. The links to your
        receipts stop working, and you can no longer withdraw from your orders on the withdrawal page. What
        bookkeeping needs of an order stays without your name.
      </p>
      <label className={styles.confirm}>
        Type <bdi>{email}</bdi> to confirm
        <Input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
      </label>
    </ConfirmDialog>
  );
}
