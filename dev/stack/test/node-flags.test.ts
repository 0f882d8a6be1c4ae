import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_FLAGS, NODE_FLAGS } from '../src/node-flags.ts';
import { ROOT } from '../src/root.ts';

describe('the Node.js that runs the platform', () => {
  it('is the requested version, and accepts the flags of our processes', () => {
    const version = execFileSync('node', [...NODE_FLAGS, '-p', 'process.versions.node'], {
      encoding: 'utf8',
    });
    expect(version.trim()).toBe(process.versions.node);
    const wanted = process.env.EXPECTED_NODE ?? '';
    expect(version.startsWith(wanted)).toBe(true);
  });

  it('has the same flags in the images', () => {
    const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const [, command = ''] = /^CMD \[.*exec node (.*) \S+\/dist\/server.js"\]$/m.exec(dockerfile) ?? [];
    const [ofServices, ofGateway] = [...dockerfile.matchAll(/\bNODE_OPTIONS=(\S+)$/gm)].map(
      ([, option]) => option,
    );
    expect(new Set([ofServices, ...command.split(' ')])).toEqual(new Set(NODE_FLAGS));
    expect(ofGateway).toBe(GATEWAY_FLAGS.at(-1));
  });

  it('is a release with long-term support in the images, and the same in the workflows', () => {
    const [, image = ''] =
      /^ARG NODE=node:(\d+)-/m.exec(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')) ?? [];
    // Odd releases up to 26 have no long-term support. The lowest supported version is 20.
    expect(Number(image) % 2).toBe(0);
    expect(Number(image)).toBeGreaterThan(20);
    const folder = join(ROOT, '.github/workflows');
    const versions = readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:node-version: |image: node:)(\d+)/g)].map(
        ([, found]) => found,
      ),
    );
    expect(versions.length).toBeGreaterThanOrEqual(4);
    expect(new Set(versions)).toEqual(new Set([image]));
  });
});
