import { zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildExtension } from './build-extension.ts';
import type { BuildOptions } from './rspack-configuration.ts';

/** A zip stores local date fields. This date is the same in every time zone. */
const DATE = new Date(1980, 0, 1);

/** Creates the store package with the same bytes on every machine: sorted names, one date, no file modes. */
export async function packageExtension(
  platform: Pick<BuildOptions, 'gatewayUrl' | 'licenseRootKey'>,
): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadping-package-'));
  try {
    await buildExtension({ ...platform, output: folder });
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
    const options = { mtime: DATE, os: 3, attrs: 0o644 << 16, level: 9 } as const;
    return zipSync(
      Object.fromEntries(names.map((name) => [name, [readFileSync(path.join(folder, name)), options]])),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { GATEWAY_URL, LICENSE_ROOT_KEY } = process.env;
  if (!GATEWAY_URL?.startsWith('https://')) {
    console.error('Set GATEWAY_URL to the https address of the platform that the extension belongs to.');
    process.exit(1);
  }
  if (!LICENSE_ROOT_KEY) {
    console.error("Set LICENSE_ROOT_KEY to the public key of the platform's LICENSE_ROOT_SEED.");
    process.exit(1);
  }
  const gatewayUrl = GATEWAY_URL.replace(/\/$/, '');
  const zip = await packageExtension({ gatewayUrl, licenseRootKey: LICENSE_ROOT_KEY });
  const file = path.resolve(import.meta.dirname, '../dist/leadping.zip');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, zip);
  const hash = createHash('sha256').update(zip).digest('hex');
  // The listing's texts, privacy answers and pictures for the store's form.
  await cp(path.resolve(import.meta.dirname, '../store'), path.join(path.dirname(file), 'store'), {
    recursive: true,
  });
  console.log(`${path.relative(process.cwd(), file)}: ${(zip.length / 1000).toFixed(1)} kB, sha256 ${hash}`);
}
