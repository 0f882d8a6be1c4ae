/**
 * Loaded into every process of the stack before its own code: whoever started it holds the other end of its channel,
 * and when that process is gone, for whatever reason, this one stops as for SIGTERM.
 */
const KILL_AFTER_MS = 25_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep a process alive that has nothing left to do.
process.channel?.unref();
