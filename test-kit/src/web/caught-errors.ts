import { afterEach, jest } from '@jest/globals';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** What boundaries catch in a test and report, instead of failing it. React logs each. */
export function catchErrors(): string[] {
  const caught: string[] = [];
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    caught.push((event.error as Error).message);
  };
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  addEventListener('error', onError);
  stops.push(() => {
    log.mockRestore();
    removeEventListener('error', onError);
  });
  return caught;
}
