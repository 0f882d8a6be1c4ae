import { useWrite } from '@leadping/web-kit/api/hooks';
import { useFailureToast } from '@leadping/web-kit/session/use-failure-toast';
import { useToast } from '@leadping/web-kit/shell';
import { Switch } from '@leadping/web-kit/ui/core';
import { useId } from 'react';
import { saveNotices } from '../../endpoints.ts';
import { useReseller, useSetReseller } from '../account/use-reseller.ts';
import styles from './settings.module.css';

/** A switch that is saved immediately. */
export function SaleNotices() {
  const { saleNotices = true } = useReseller();
  const setReseller = useSetReseller();
  const toast = useToast();
  const onError = useFailureToast('Update Failed', 'Failed to update the notices');
  const id = useId();
  const save = useWrite(saveNotices, {
    onSuccess: (saved) => {
      setReseller(saved);
      toast({ title: 'Notices Updated', tone: 'success' });
    },
    onError,
  });
  return (
    <div className={styles.switch}>
      <Switch
        id={id}
        checked={save.isPending ? !saleNotices : saleNotices}
        loading={save.isPending}
        aria-describedby={`${id}-hint`}
        onChange={(on) => save.mutate({ body: { saleNotices: on } })}
      />
      <div>
        <label htmlFor={id}>Email me about each sale</label>
        <p id={`${id}-hint`}>It goes to the address of your sign-in.</p>
      </div>
    </div>
  );
}
