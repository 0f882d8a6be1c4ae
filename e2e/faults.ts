import { readOptions } from '@leadping/dev-machine/command-options';
import { writeFile } from 'node:fs/promises';
import { CELLS, HOOK, titleOf } from './faults/cells.ts';
import { tableOf } from './faults/cell-table.ts';
import { nextTitle, openRecord } from './faults/record.ts';
import { runCell, type CellReport } from './faults/run-cell.ts';
import { openCluster } from './load/open-cluster.ts';
import { openTaxedShop } from './load/taxed-shop.ts';
import { person } from './test/person.ts';

const USAGE = `
npm run faults -- [options]

The fault matrix, on a cluster of its own.

  --only <text>    the cells whose title has it; several with commas
  --runs <n>       of each cell; 1 by default
  --buyers <n>     so many buy at a time; 2 by default
  --pause <ms>     between two purchases of a buyer; 200 by default
  --minutes <n>    ends after so long; 60 by default
  --out <file>     keeps the table there after every cell
  --record <file>  keeps the runs there, and makes those alone that it lacks: half a day's matrix can be continued, and several
                   commands may share one record
`;

const { values } = readOptions(
  { usage: USAGE, numbers: ['runs', 'buyers', 'pause', 'minutes'] },
  {
    options: {
      only: { type: 'string', default: '' },
      runs: { type: 'string', default: '1' },
      buyers: { type: 'string', default: '2' },
      pause: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '60' },
      out: { type: 'string' },
      record: { type: 'string' },
    },
  },
);
const end = Date.now() + Number(values.minutes) * 60_000;
const wanted = Number(values.runs);
const record = openRecord(values.record);
const cells = new Map(
  CELLS.map((cell) => [titleOf(cell), cell] as const).filter(([title]) =>
    values.only.split(',').some((part) => title.includes(part)),
  ),
);
const ADMIN = { username: 'admin', password: 'correct horse battery' };
let isStopping = false;
let unrun = 0;
let ran = 0;
const cluster = await openCluster('faults', {
  breakable: true,
  env: { 'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password } },
});
process.on('SIGINT', () => (isStopping = true));
process.on('SIGTERM', () => (isStopping = true));
try {
  const admin = person(cluster.stack);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await admin.call('/api/admin/settings', 'POST', {
    adminWebhookUrl: `${cluster.stack.sandboxUrl}/hooks/${HOOK}`,
  });
  await openTaxedShop(cluster.stack, admin.call);
  const world = { ...cluster, admin: admin.call };
  while (Date.now() < end && !isStopping) {
    const title = nextTitle([...cells.keys()], await record.reports(), wanted);
    const cell = title === undefined ? undefined : cells.get(title);
    if (title === undefined || !cell) break;
    ran += 1;
    const options = {
      databaseOf: cluster.databaseOf,
      mark: `cell-${ran}`,
      buyers: Number(values.buyers),
      pauseMs: Number(values.pause),
      hasWebhook: true,
      isTaxed: true,
    };
    // Changing the webhook requires a sign-in within the last ten minutes.
    const report = await admin
      .signIn(ADMIN.username, ADMIN.password)
      .then(() => runCell(cell, world, options))
      .catch((error: unknown) => console.log(`${title} could not be run: ${String(error)}`));
    if (!report) {
      unrun += 1;
      cells.delete(title);
      continue;
    }
    await record.add(report);
    await show(report);
    await cluster.whenReady();
  }
} finally {
  await cluster.stop();
}
const reports = await record.reports();
console.log(`\n${tableOf(reports)}\n`);
const isWrong = ({ lost, doubled, miscalculated = 0, recoverySeconds }: CellReport) =>
  lost + doubled + miscalculated > 0 || recoverySeconds >= 90;
process.exit(unrun > 0 || reports.some(isWrong) ? 1 : 0);

async function show({
  title,
  paid,
  lost,
  doubled,
  miscalculated,
  recoverySeconds,
  saw,
  examples,
}: CellReport): Promise<void> {
  const all = await record.reports();
  if (values.out) await writeFile(values.out, `${tableOf(all)}\n`);
  console.log(
    `${String(all.length).padStart(3)}/${cells.size * wanted} ${title}: ${paid} paid, ${lost} lost, ${doubled} doubled, ${miscalculated} miscalculated, ${recoverySeconds} s`,
  );
  for (const example of saw.wrong + saw.cut > 0 ? examples.slice(0, 3) : []) console.log(`      ${example}`);
}
