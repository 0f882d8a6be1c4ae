/**
 * The bill of materials (CycloneDX 1.5) of what npm installed here, on stdout: `npm run sbom`. `npm sbom` refuses a tree
 * in which not every workspace is installed, as in our images; this reads npm's own record of what is there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? process.cwd();
const { packages } = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'));
const marker = 'node_modules/';

const components = Object.entries(packages)
  .filter(([path, { link, version }]) => path.includes(marker) && !link && version)
  .map(([path, { name: alias, version, license, integrity, dev }]) => {
    const name = alias ?? path.slice(path.lastIndexOf(marker) + marker.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const [algorithm, hash] = (integrity ?? '').split('-');
    return {
      type: 'library',
      'bom-ref': `${purl}#${path}`,
      name,
      version,
      purl,
      scope: dev ? 'excluded' : 'required',
      ...(license ? { licenses: [{ expression: license }] } : {}),
      ...(algorithm === 'sha512'
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
        : {}),
    };
  });

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: { type: 'application', name: process.env.PROCESS ?? 'leadping', 'bom-ref': 'root' },
  },
  components,
};
process.stdout.write(`${JSON.stringify(bom, null, 1)}\n`);
