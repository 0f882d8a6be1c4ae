import { afterEach, jest } from '@jest/globals';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Collects the errors that boundaries catch and report, instead of failing the test. React logs each error. */
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
