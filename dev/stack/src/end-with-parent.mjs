/**
 * Preloaded into every process of the stack. The parent holds the other end of this process's channel. When the
 * parent is gone for any reason, this process stops as on SIGTERM.
 */
const KILL_AFTER_MS = 25_000;

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// The channel must not keep an idle process alive.
process.channel?.unref();
