/**
 * How Node.js runs every process of the platform; the image (deploy/Dockerfile) says the same. A small young generation
 * and an old one that is tidied before it doubles keep a process small, and quick after long load: `bench/README.md`.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=25'];
