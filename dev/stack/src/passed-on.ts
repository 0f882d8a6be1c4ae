import type { ServiceProcess } from './environments.ts';

const FOR_ALL = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'DRAIN_SECONDS', 'FAILPOINT'];
const BUCKET = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Variables of `.env.example` that the caller of `npm start` may set for the local stack. */
export const PASSED_ON: Readonly<Record<ServiceProcess, readonly string[]>> = {
  gateway: [
    ...FOR_ALL,
    'TRUST_PROXY',
    'WORKERS',
    'MAX_ACTIVE_CALLS',
    'EARLY_HINTS',
    'RELEASE_KEEP_DAYS',
    'S3_BUCKET',
    ...BUCKET,
  ],
  'svc-identity': FOR_ALL,
  'svc-commerce': [...FOR_ALL, 'OUTBOUND_DNS_SERVERS', 'LOGOS_BUCKET', ...BUCKET],
  'svc-licensing': FOR_ALL,
  'svc-support': [...FOR_ALL, 'MAIL_LEASE_SECONDS', 'QA_BROWSER_PATH'],
};

/** The part of an environment that each process receives. An empty variable counts as missing. */
export function passedOn(environment: NodeJS.ProcessEnv): Record<ServiceProcess, Record<string, string>> {
  const select = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = environment[name];
        return value ? [[name, value]] : [];
      }),
    );
  return Object.fromEntries(
    Object.entries(PASSED_ON).map(([name, variables]) => [name, select(variables)]),
  ) as Record<ServiceProcess, Record<string, string>>;
}
