import {
  listOwnDevices,
  listOwnLicenses,
  rotateOwnKey,
  signOutOwnDevice,
} from '@leadping/contracts/endpoints/licensing/customer-license';
import type { OwnLicense } from '@leadping/contracts/licensing/customer-license-routes';
import { DEVICE_LIMIT } from '@leadping/contracts/licensing/device-routes';
import { reading, useWrite } from '@leadping/web-kit/api/hooks';
import { Badge, type BadgeTone } from '@leadping/web-kit/dashboard/badge.tsx';
import { CopyButton } from '@leadping/web-kit/dashboard/copy-button.tsx';
import { EmptyState } from '@leadping/web-kit/dashboard/empty-state.tsx';
import list from '@leadping/web-kit/dashboard/item-list.module.css';
import { LoadError } from '@leadping/web-kit/dashboard/load-error.tsx';
import { Moment } from '@leadping/web-kit/dashboard/moment.tsx';
import { Panel } from '@leadping/web-kit/dashboard/panel.tsx';
import { RotateKey } from '@leadping/web-kit/dashboard/rotate-key.tsx';
import { useDialog } from '@leadping/web-kit/dashboard/use-dialog.ts';
import { useQuery } from '@leadping/web-kit/query';
import { useToast } from '@leadping/web-kit/shell';
import { Button, Skeleton } from '@leadping/web-kit/ui/core';
import styles from './my.module.css';
import { useMyFailure } from './session.ts';

const STATES: Record<OwnLicense['status'], [BadgeTone, string]> = {
  active: ['success', 'Active'],
  suspended: ['warning', 'Paused'],
  revoked: ['neutral', 'Ended'],
};

export function MyLicenses() {
  const { data, error, refetch } = useQuery({ ...reading(listOwnLicenses), staleTime: 0 });
  const rotating = useDialog<OwnLicense>();
  const onFailure = useMyFailure('The key was not replaced');
  return (
    <Panel title="License keys" text={`A key works in up to ${DEVICE_LIMIT} browsers at a time.`}>
      {error && !data && (
        <LoadError title="We couldn't load your license keys" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data?.length === 0 && (
        <EmptyState title="No license keys with this address">
          Did you buy with another one? Sign out and request a link to it.
        </EmptyState>
      )}
      {data?.map((license) => (
        <License key={license.id} license={license} onRotate={() => rotating.open(license)} />
      ))}
      <RotateKey
        license={rotating.subject}
        owner="your email address"
        listDevices={listOwnDevices}
        rotateKey={rotateOwnKey}
        invalidates={[listOwnLicenses]}
        onFailure={onFailure}
        onClose={rotating.close}
      />
    </Panel>
  );
}

function License({ license, onRotate }: { license: OwnLicense; onRotate: () => void }) {
  const { licenseKey, status, isTest, trialEndsAt, seller, createdAt } = license;
  const [tone, text] = STATES[status];
  return (
    <article className={styles.license} aria-label={`License ${licenseKey.slice(0, 4)}`}>
      <header>
        <div className={styles.key}>
          <code>{licenseKey}</code>
          {status === 'active' && <CopyButton text={licenseKey} label="Copy license key" />}
        </div>
        {status === 'active' && <Button onClick={onRotate}>Replace key</Button>}
      </header>
      <p className={`${list.facts} ${styles.facts}`}>
        <span>
          <Badge tone={tone}>{text}</Badge> {isTest && <Badge tone="signal">Test</Badge>}
          {trialEndsAt && <Badge tone="signal">Trial</Badge>}
        </span>
        <span>
          Issued <Moment at={createdAt} />
        </span>
        {trialEndsAt ? (
          <span>
            {status === 'active' ? 'Ends' : 'Ended'} <Moment at={trialEndsAt} />
          </span>
        ) : (
          <span>
            Sold by <bdi>{seller.businessName}</bdi>
          </span>
        )}
      </p>
      {status === 'suspended' && <p className={styles.note}>Paused while a payment dispute is open.</p>}
      {status !== 'revoked' && <Devices license={license} />}
    </article>
  );
}

function Devices({ license: { id, devices } }: { license: OwnLicense }) {
  const toast = useToast();
  const onError = useMyFailure('The browser was not signed out');
  const signOut = useWrite(signOutOwnDevice, {
    invalidates: [listOwnLicenses],
    onSuccess: () => toast({ title: 'Browser signed out', tone: 'success' }),
    onError,
  });
  if (devices.length === 0) return <p className={styles.note}>Not used in any browser yet.</p>;
  return (
    <ul className={list.list} aria-label="Browsers">
      {devices.map(({ deviceId, deviceName, lastUsedAt }) => {
        const labelId = `device-${deviceId}`;
        return (
          <li key={deviceId} className={list.row}>
            <div>
              <p id={labelId} className={list.name}>
                {deviceName || 'A browser'}
              </p>
              <p className={list.facts}>
                <span>
                  Last used <Moment at={lastUsedAt} />
                </span>
              </p>
            </div>
            <Button
              aria-describedby={labelId}
              loading={signOut.isPending && signOut.variables.params.deviceId === deviceId}
              onClick={() => signOut.mutate({ params: { id, deviceId } })}
            >
              Sign out browser
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
