/** Kills this process at a named step, so that tests can put a crash exactly there. Does nothing unless configured. */
export type Failpoint = (name: string) => void;

/** @param setting `<name>` kills at the first pass, `<name>@3` at the third. */
export function buildFailpoint(setting: string | undefined): Failpoint {
  if (!setting) return () => {};
  const [target = '', nth = '1'] = setting.split('@');
  let passesLeft = Number(nth);
  return (name) => {
    if (name !== target) return;
    passesLeft -= 1;
    if (passesLeft <= 0) process.kill(process.pid, 'SIGKILL');
  };
}
