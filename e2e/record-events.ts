/**
 * `npm run events:record`: writes, for this release, what it publishes and requests by its contracts, where that is not recorded
 * yet. `-- --anew` records all of it again: for a release that was never deployed.
 */
import { ROOT } from '@leadping/dev-stack/root';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordRelease } from './events/recordings.ts';

const { values } = parseArgs({ options: { anew: { type: 'boolean', default: false } } });
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const written = await recordRelease(version, { anew: values.anew });
console.log(`${version}: ${written.length === 0 ? 'nothing is missing' : `recorded ${written.join(', ')}`}`);
