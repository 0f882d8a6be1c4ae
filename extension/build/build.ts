import path from 'node:path';
import { buildExtension } from './build-extension.ts';
import { readRootKey } from './root-key.ts';

const output = path.resolve(import.meta.dirname, '../dist');
const gatewayUrl = (process.env.GATEWAY_URL ?? 'http://localhost:8080').replace(/\/$/, '');
const { sizes } = await buildExtension({ gatewayUrl, licenseRootKey: readRootKey(), output });
console.log(`built for ${gatewayUrl}`);
for (const [name, bytes] of Object.entries(sizes)) console.log(`  ${name} ${(bytes / 1000).toFixed(1)} kB`);
