import type { Failpoint } from '@leadping/service-kit/failpoint';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type { Relay } from '@leadping/service-kit/messaging/relay';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { SharedClock } from '@leadping/service-kit/data/shared-clock';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { Tracing } from '@leadping/service-kit/telemetry/tracing';
import type { Mails } from './mail.model.ts';
import type { PostmarkClient } from './postmark-client.ts';

/** What the verbs of mails work with. */
export interface MailContext {
  mails: Mails;
  postmark: PostmarkClient;
  sealer: Sealer;
  relay: Relay;
  record: RecordLog;
  log: Log;
  failpoint: Failpoint;
  clock: SharedClock;
  tracing: Tracing;
  leaseMs: number;
}
