import { styleText } from 'node:util';

export interface Progress {
  /** Prints a step with its time. Details are shown only on a terminal. */
  step: <T>(title: string, work: (detail: (text: string) => void) => Promise<T>) => Promise<T>;
}

/** An output of a process. */
export interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
}

/** Prints progress on stderr, so that stdout contains only the result. */
export function terminalProgress(output: Output): Progress {
  const rewrite = (line: string) => output.isTTY && output.write(`\r\u001b[K${line}`);
  const print = (line: string) => output.write(`${output.isTTY ? '\r\u001b[K' : ''}${line}\n`);
  const color = (name: 'green' | 'red' | 'dim', text: string) =>
    output.isTTY ? styleText(name, text) : text;
  return {
    step: async (title, work) => {
      const since = performance.now();
      const seconds = () => color('dim', `${((performance.now() - since) / 1000).toFixed(1)} s`);
      rewrite(`… ${title}`);
      try {
        const result = await work((text) => rewrite(`… ${title}: ${text}`));
        print(`${color('green', '✓')} ${title} ${seconds()}`);
        return result;
      } catch (error) {
        print(`${color('red', '✗')} ${title} ${seconds()}`);
        throw error;
      }
    },
  };
}
