import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { call } from '@leadping/web-kit/api/call';
import { keyOf, useWrite } from '@leadping/web-kit/api/hooks';
import { ConfirmDialog } from '@leadping/web-kit/dashboard/confirm-dialog.tsx';
import { useMutation, useQueryClient } from '@leadping/web-kit/query';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Button } from '@leadping/web-kit/ui/core';
import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { dropLogo, readReseller, sendLogo } from '../../endpoints.ts';
import { useReseller } from '../account/use-reseller.ts';
import { LOGO_TYPES, logoFault } from './logo-fault.ts';
import styles from './logo.module.css';

export function Logo() {
  const reseller = useReseller();
  const { upload, remove } = useLogo();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);

  const take = (file: File | undefined) => {
    if (!file) return;
    const fault = logoFault(file);
    if (fault) toast({ title: fault, tone: 'destructive' });
    else upload.mutate(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div
      className={styles.logo}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.picture}>
        {reseller.logoUrl ? (
          <img
            key={reseller.logoUrl}
            src={reseller.logoUrl}
            alt={`Logo of ${reseller.businessName}`}
            onError={() => toast({ title: 'Logo uploaded but preview unavailable', tone: 'destructive' })}
          />
        ) : (
          <ImageUp size={28} />
        )}
      </div>
      <div className={styles.actions}>
        <input
          ref={input}
          type="file"
          hidden
          accept={LOGO_TYPES.join(',')}
          aria-label="Logo file"
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button
          icon={<ImageUp size={16} />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {reseller.logoUrl ? 'Replace logo' : 'Upload logo'}
        </Button>
        {reseller.logoUrl && (
          <Button danger icon={<Trash2 size={16} />} onClick={() => setIsRemoving(true)}>
            Remove
          </Button>
        )}
        <p>Or drop a file here.</p>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title="Remove your logo?"
        confirmLabel="Remove logo"
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ body: { logoUrl: '' } }, { onSuccess: () => setIsRemoving(false) })}
        onCancel={() => setIsRemoving(false)}
      >
        Your page shows your business name alone until you upload another one.
      </ConfirmDialog>
    </div>
  );
}

function useLogo() {
  const queryClient = useQueryClient();
  /** The logo alone: an upload takes long, and another form may have been saved meanwhile. */
  const setLogo = (logoUrl: string | null) =>
    queryClient.setQueryData<CurrentReseller>(
      keyOf(readReseller),
      (reseller) => reseller && { ...reseller, logoUrl },
    );
  const toast = useToast();
  const onUploadFailure = useFailureToast('Upload Failed', 'Failed to upload the logo');
  const onRemoveFailure = useFailureToast('Update Failed', 'Failed to remove the logo');
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('logo', file);
      return call(sendLogo, { body });
    },
    onSuccess: ({ logoUrl }) => {
      setLogo(logoUrl);
      toast({ title: 'Logo Updated', tone: 'success' });
    },
    onError: onUploadFailure,
  });
  const remove = useWrite(dropLogo, {
    onSuccess: () => {
      setLogo(null);
      toast({ title: 'Logo Removed', tone: 'success' });
    },
    onError: onRemoveFailure,
  });
  return { upload, remove };
}
