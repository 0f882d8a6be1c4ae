/**
 * `npm run faults`: the fault matrix on a cluster of its own. `--only TEXT` takes the cells whose title has it (several with commas), `--runs N`
 * runs the whole matrix so often, `--buyers N` has so many buy at a time (2), `--minutes N` ends after so long, `--out FILE` keeps the table after
 * every cell.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CELLS, HOOK, titleOf } from './faults/cells.ts';
import { tableOf } from './faults/cell-table.ts';
import { runCell, type CellReport } from './faults/run-cell.ts';
import { openCluster } from './load/open-cluster.ts';
import { person } from './test/person.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
    buyers: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
const cells = CELLS.filter((cell) => values.only.split(',').some((part) => titleOf(cell).includes(part)));
const runs = Array.from({ length: Number(values.runs) }, () => cells).flat();
const ADMIN = { username: 'admin', password: 'correct horse battery' };
const cluster = await openCluster('faults', {
  breakable: true,
  env: { 'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password } },
});
const reports: CellReport[] = [];
let isStopping = false;
let unrun = 0;
process.on('SIGINT', () => (isStopping = true));
process.on('SIGTERM', () => (isStopping = true));
try {
  const admin = person(cluster.stack);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await admin.call('/api/admin/settings', 'POST', {
    adminWebhookUrl: `${cluster.stack.sandboxUrl}/hooks/${HOOK}`,
  });
  const world = { ...cluster, admin: admin.call };
  for (const [index, cell] of runs.entries()) {
    if (Date.now() > end || isStopping) break;
    const report = await runCell(cell, world, {
      databaseOf: cluster.databaseOf,
      mark: `cell-${index}`,
      buyers: Number(values.buyers),
      hasWebhook: true,
    }).catch((error: unknown) => console.log(`${titleOf(cell)} could not be run: ${String(error)}`));
    if (!report) {
      unrun += 1;
      continue;
    }
    reports.push(report);
    if (values.out) await writeFile(values.out, `${tableOf(reports)}\n`);
    const { paid, lost, doubled, recoverySeconds } = report;
    console.log(
      `${String(index + 1).padStart(3)}/${runs.length} ${report.title}: ${paid} paid, ${lost} lost, ${doubled} doubled, ${recoverySeconds} s`,
    );
    for (const example of report.saw.wrong + report.saw.cut > 0 ? report.examples.slice(0, 3) : [])
      console.log(`      ${example}`);
    await cluster.whenReady();
  }
} finally {
  await cluster.stop();
}
console.log(`\n${tableOf(reports)}\n`);
const isWrong = ({ lost, doubled, recoverySeconds }: CellReport) =>
  lost + doubled > 0 || recoverySeconds >= 90;
process.exit(unrun > 0 || reports.some(isWrong) ? 1 : 0);
