/**
 * The Node.js flags of every process of the platform. Keep them equal to the image (deploy/Dockerfile). A small
 * young generation and an old one that is collected before it doubles keep a process small, and fast after long
 * load. The third flag prevents V8 from learning during the start that request data is long-lived, which would
 * fill the old generation on every request: `bench/README.md`. The fourth returns the memory of V8's middle
 * compiler, 10 to 20 MB of a gateway on Node.js 26 without slowing any call. Node.js 20 has that compiler off by
 * default. The last drops machine code that is no longer called.
 */
export const NODE_FLAGS = [
  '--enable-source-maps',
  '--max-semi-space-size=2',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=15',
  '--no-maglev',
  '--flush-baseline-code',
];

/**
 * All traffic passes through the gateway, and request data becomes garbage immediately. Three times the space
 * needs a third of the collections.
 */
export const GATEWAY_FLAGS = [...NODE_FLAGS, '--max-semi-space-size=6'];
