import { relative } from 'node:path';

/** A part of the product and the tests that run against its mutants. */
export interface MutationArea {
  name: string;
  /** Its source folder. Paths on the command line are inside it. */
  folder: string;
  /** Globs of the files to mutate by default: rules, but no routes, models or texts. */
  rules: readonly string[];
  /** Globs of the tests that may notice a mutant. */
  tests: readonly string[];
}

const SERVICE_RULES: Readonly<Record<string, readonly string[]>> = {
  identity: [
    'sessions/{lifetime,sign-in-attempts,attempt-source,device-name}',
    'passwords/common-passwords',
    'second-factors/{authenticator-code,recovery-codes}',
    'invitations/username-from-email',
    'sign-in-policy/must-set-up',
    'challenges/challenges',
  ],
  commerce: [
    'orders/{payment-facts,order-scope,order-filter}',
    'order-webhooks/{retry-schedule,delivery-scope}',
    'outbound/address',
    'payments/{doubt,match-checkout}',
    'pricing/read-price',
    'checkouts/{offers,return-urls}',
    'resellers/slug',
  ],
  licensing: [
    'licenses/{payment-status,license-scope,is-issued}',
    'activations/{add-device,validation}',
    'quotas/quota',
    'capture-health/{add-up,measure-failing}',
  ],
  support: [
    'mails/{recipient-limit,is-reserved,mail-purposes}',
    'tickets/{throttle,ticket-throttles,ticket-number}',
    'logs/drop-old-logs',
  ],
};

export const MUTATION_AREAS: readonly MutationArea[] = [
  {
    name: 'contracts',
    folder: 'contracts/src',
    rules: [
      'contracts/src/{currency,email-address,own-names,pasted,primitives,release,route-match}.ts',
      'contracts/src/commerce/{accent-color,sales-page}.ts',
      'contracts/src/licensing/{license-actions,read-license-key,selector-grammar}.ts',
    ],
    tests: [
      'contracts/test/**/*.test.ts',
      'svc-licensing/test/license-key.test.ts',
      'svc-commerce/test/price.test.ts',
    ],
  },
  {
    name: 'capture',
    folder: 'extension/src/capture',
    rules: ['extension/src/capture/*.ts'],
    tests: ['extension/test/{capture,find-published,layout,rules}.test.ts'],
  },
  ...Object.entries(SERVICE_RULES).map(([service, rules]) => ({
    name: `svc-${service}`,
    folder: `svc-${service}/src`,
    rules: rules.map((file) => `svc-${service}/src/${file}.ts`),
    tests: [`svc-${service}/test/**/*.test.ts`],
  })),
];

export interface Mutated {
  area: MutationArea;
  /** Globs of the files to mutate. */
  files: readonly string[];
}

/**
 * Reads the command's arguments. Each names an area, or a file, lines of a file (`order.ts:10-20`) or a folder in one.
 * Without arguments, the rules of all areas are mutated.
 * @throws Error with a message for people if an argument is in no area
 */
export function chooseMutated(args: readonly string[]): Mutated[] {
  if (args.length === 0) return MUTATION_AREAS.map((area) => ({ area, files: area.rules }));
  const chosen = new Map<MutationArea, string[]>();
  for (const arg of args) {
    const path = relative('', arg);
    const area = MUTATION_AREAS.find(
      ({ name, folder }) => path === name || path === folder || path.startsWith(`${folder}/`),
    );
    if (!area) {
      const names = MUTATION_AREAS.map(({ name }) => name).join(', ');
      throw new Error(`${arg} is in no area. Name an area (${names}), or files or folders of one.`);
    }
    const files =
      path === area.name ? area.rules : [/\.ts(:[\d:-]+)?$/.test(path) ? path : `${path}/**/*.ts`];
    chosen.set(area, [...(chosen.get(area) ?? []), ...files]);
  }
  return [...chosen].map(([area, files]) => ({ area, files }));
}
