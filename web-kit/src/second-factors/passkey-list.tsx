import {
  addPasskey,
  createPasskeyChallenge,
  listSecondFactors,
  removePasskey,
  renamePasskey,
} from '@leadping/contracts/endpoints/identity/second-factor';
import type { Passkey } from '@leadping/contracts/identity/second-factor-routes';
import { useMutation, useQueryClient } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Modal } from '@leadping/web-kit/ui/core';
import { useRef } from 'react';
import { failureText } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { keyOf, useWrite } from '../api/hooks.ts';
import { ConfirmDialog } from '../dashboard/confirm-dialog.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { ContractForm } from '../form/contract-form.tsx';
import { SubmitButton, TextField } from '../form/fields.tsx';
import form from '../form/form.module.css';
import { Moment } from '../dashboard/moment.tsx';
import { useFailureToast } from '../session/use-failure-toast.ts';
import { hasPasskeys, makePasskey, passkeyFailureText } from '../sign-in/passkeys.ts';
import items from '../dashboard/item-list.module.css';
import { useDialog } from '../dashboard/use-dialog.ts';
import { useKeptFocus } from '../dashboard/use-kept-focus.ts';
import styles from './second-factors.module.css';

interface PasskeyListProps {
  passkeys: readonly Passkey[] | undefined;
  /** Called after a passkey was added. @param codes recovery codes, if it is the first second factor */
  onCodes: (codes: readonly string[] | null) => void;
}

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

export function PasskeyList({ passkeys, onCodes }: PasskeyListProps) {
  const toast = useToast();
  const { subject: open, open: setOpen, close } = useDialog<Open>();
  const list = useRef<HTMLUListElement>(null);
  const focus = useKeptFocus(list);
  const invalidates = [listSecondFactors];
  const rename = useWrite(renamePasskey, { invalidates });
  const onError = useFailureToast('The passkey was not removed');
  const remove = useWrite(removePasskey, {
    invalidates,
    onSuccess: () => toast({ title: 'Passkey removed', tone: 'success' }),
    onError,
  });
  const canAdd = hasPasskeys();
  return (
    <Panel
      title="Passkeys"
      text="Sign in with your fingerprint, your face or your device’s PIN. No password to type."
      action={
        canAdd && (
          <Button disabled={!passkeys} onClick={() => setOpen({ kind: 'add' })}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys?.length === 0 && (
        <p className={styles.quiet}>
          {canAdd ? 'No passkeys yet. It takes half a minute.' : 'This browser can’t make passkeys.'}
        </p>
      )}
      <ul
        ref={list}
        className={items.list}
        aria-label="Passkeys"
        aria-busy={!passkeys}
        tabIndex={-1}
        {...focus}
      >
        {passkeys?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => {
              rename.reset();
              setOpen({ kind: 'rename', passkey });
            }}
            onRemove={() => setOpen({ kind: 'remove', passkey })}
          />
        ))}
      </ul>
      {open?.kind === 'add' && (
        <AddPasskey
          onClose={close}
          onAdded={(codes) => {
            close();
            toast({ title: 'Passkey added', tone: 'success' });
            onCodes(codes);
          }}
        />
      )}
      {open?.kind === 'rename' && (
        <Modal open title="Rename passkey" footer={null} width={440} onCancel={close}>
          <PasskeyName
            label="Rename passkey"
            name={open.passkey.name}
            submitLabel="Rename passkey"
            failure={rename.error ? failureText(rename.error) : undefined}
            isBusy={rename.isPending}
            busy="Renaming"
            onSubmit={(name) =>
              rename.mutate({ params: { id: open.passkey.id }, body: { name } }, { onSuccess: close })
            }
          />
        </Modal>
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title={open?.kind === 'remove' ? `Remove ${open.passkey.name}?` : ''}
        confirmLabel="Remove passkey"
        isPending={remove.isPending}
        onConfirm={() =>
          open?.kind === 'remove' && remove.mutate({ params: { id: open.passkey.id } }, { onSuccess: close })
        }
        onCancel={close}
      >
        It no longer signs you in. Delete it on your device, too.
      </ConfirmDialog>
    </Panel>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const labelId = `passkey-${id}`;
  return (
    <li className={items.row}>
      <div>
        <p id={labelId} className={items.name}>
          {name}
        </p>
        <p className={items.facts}>
          <span>
            Added <Moment at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                Last used <Moment at={lastUsedAt} />
              </>
            ) : (
              'Not used yet'
            )}
          </span>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button aria-describedby={labelId} onClick={onRename}>
          Rename
        </Button>
        <Button aria-describedby={labelId} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface AddPasskeyProps {
  onClose: () => void;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
}

function AddPasskey({ onClose, onAdded }: AddPasskeyProps) {
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async (name: string) => {
      const credential = await makePasskey(await call(createPasskeyChallenge));
      return call(addPasskey, { body: { name, credential } });
    },
    onSuccess: ({ recoveryCodes }) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listSecondFactors) });
      onAdded(recoveryCodes);
    },
  });
  return (
    <Modal open title="Add a passkey" footer={null} width={440} onCancel={onClose}>
      <PasskeyName
        label="Add a passkey"
        name={deviceText()}
        submitLabel="Create passkey"
        failure={add.error ? passkeyFailureText(add.error) : undefined}
        isBusy={add.isPending}
        busy="Waiting for your device"
        onSubmit={(name) => add.mutate(name)}
      />
    </Modal>
  );
}

interface PasskeyNameProps {
  label: string;
  name: string;
  submitLabel: string;
  failure: string | undefined;
  isBusy: boolean;
  busy: string;
  onSubmit: (name: string) => void;
}

function PasskeyName({ label, name, submitLabel, failure, isBusy, busy, onSubmit }: PasskeyNameProps) {
  return (
    <ContractForm
      label={label}
      schema={async () => undefined}
      initial={{ name }}
      required={['name']}
      check={(values) => (values.name.length > 60 ? { name: 'At most 60 characters.' } : {})}
      onSubmit={(values) => onSubmit(values.name)}
    >
      {failure && (
        <p className={form.failure} role="alert">
          {failure}
        </p>
      )}
      <TextField name="name" label="Name" hint="A name you’ll recognize it by." autoComplete="off" />
      <SubmitButton isBusy={isBusy} busy={busy}>
        {submitLabel}
      </SubmitButton>
    </ContractForm>
  );
}

const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];

function deviceText(): string {
  const system = SYSTEMS.find((name) => navigator.userAgent.includes(name));
  if (system === undefined) return 'My passkey';
  if (system === 'CrOS') return 'My Chromebook';
  return system === 'Macintosh' ? 'My Mac' : `My ${system} device`;
}
