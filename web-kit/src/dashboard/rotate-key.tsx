import type { LicenseDevice } from '@leadping/contracts/licensing/license-actions';
import { useToast } from '@leadping/web-kit/shell';
import { useQuery } from '@leadping/web-kit/query';
import { Checkbox } from '@leadping/web-kit/ui/form';
import { useState } from 'react';
import type { Callable, InputArgument } from '../api/call.ts';
import { reading, useWrite } from '../api/hooks.ts';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './item-list.module.css';
import { LoadError } from './load-error.tsx';
import { Moment } from './moment.tsx';
import { useLast } from './use-last.ts';

export interface RotatedLicense {
  id: string;
  keyNumber: number;
}

interface RotateKeyProps<D extends Callable, R extends Callable> {
  /** Undefined while the dialog is closed. */
  license: RotatedLicense | undefined;
  /** Who gets the mail: an address, or "you". */
  owner: string;
  listDevices: D;
  rotateKey: R;
  invalidates: readonly Callable[];
  /** Defaults to a notice that leads users without a session to the sign-in page. */
  onFailure?: (error: Error) => void;
  onClose: () => void;
}

/** Replaces the key of a license. The chosen browsers keep working. Needs a `UiProvider` around it. */
export function RotateKey<D extends Callable, R extends Callable>(props: RotateKeyProps<D, R>) {
  const { license, owner, listDevices, rotateKey, invalidates, onFailure, onClose } = props;
  const shown = useLast(license);
  const [kept, setKept] = useState<readonly string[]>([]);
  const toast = useToast();
  const showFailure = useFailureToast('The key was not replaced');
  const close = () => {
    setKept([]);
    onClose();
  };
  const rotate = useWrite(rotateKey, {
    invalidates: [...invalidates, listDevices],
    onSuccess: () => {
      toast({ title: 'Key Replaced', description: `The new key was sent to ${owner}`, tone: 'success' });
      close();
    },
    onError: onFailure ?? showFailure,
  });
  const body = { keyNumber: license?.keyNumber, keptDevices: kept };
  return (
    <ConfirmDialog
      isOpen={license !== undefined}
      title="Replace this key?"
      confirmLabel="Replace key"
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id: license?.id }, body } as unknown as InputArgument<R>[0])}
      onCancel={close}
    >
      <p>
        The current key stops working and a new one is sent to <bdi>{owner}</bdi>. Choose the browsers to
        keep: they take the new key by themselves. All others are signed out.
      </p>
      {shown && <Devices id={shown.id} route={listDevices} kept={kept} onKept={setKept} />}
    </ConfirmDialog>
  );
}

interface DevicesProps {
  id: string;
  route: Callable;
  kept: readonly string[];
  onKept: (kept: readonly string[]) => void;
}

function Devices({ id, route, kept, onKept }: DevicesProps) {
  const input = { params: { id } } as unknown as InputArgument<Callable>[0];
  const { data, error, refetch } = useQuery({ ...reading(route, input), staleTime: 0 });
  const devices = data as LicenseDevice[] | undefined;
  if (error && !devices) {
    return <LoadError title="We couldn't load the browsers" error={error} onRetry={() => void refetch()} />;
  }
  if (devices?.length === 0) return <p>No browser is signed in with this key.</p>;
  return (
    <ul className={styles.list} aria-label="Browsers to keep" aria-busy={!devices}>
      {devices?.map(({ deviceId, deviceName, activatedAt, lastUsedAt }) => (
        <li key={deviceId} className={styles.row}>
          <Checkbox
            checked={kept.includes(deviceId)}
            onChange={({ target }) =>
              onKept(target.checked ? [...kept, deviceId] : kept.filter((other) => other !== deviceId))
            }
          >
            {deviceName || 'A browser'}
          </Checkbox>
          <p className={styles.facts}>
            <span>
              Signed in <Moment at={activatedAt} />
            </span>
            <span>
              Last used <Moment at={lastUsedAt} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
