import { readOptions } from '@leadping/dev-machine/command-options';
import { ROOT } from '@leadping/dev-stack/root';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordRelease } from './events/recordings.ts';

const USAGE = `
npm run events:record -- [options]

Writes, for this release, what it publishes and requests by its contracts, where that is not recorded yet.

  --anew  records all of it again: for a release that was never deployed
`;

const { values } = readOptions({ usage: USAGE }, { options: { anew: { type: 'boolean', default: false } } });
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const written = await recordRelease(version, { anew: values.anew });
console.log(`${version}: ${written.length === 0 ? 'nothing is missing' : `recorded ${written.join(', ')}`}`);
