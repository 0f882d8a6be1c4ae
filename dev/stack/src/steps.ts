import { styleText } from 'node:util';

/** Prints each step with its duration, in plain lines that suit log files and terminals. */
export interface Steps {
  run: <T>(title: string, work: (detail: (line: string) => void) => Promise<T>) => Promise<T>;
}

/** @param print prints one line. Details of a step are printed if it takes longer than a second. */
export function printedSteps(print: (line: string) => void): Steps {
  return {
    run: async (title, work) => {
      const since = performance.now();
      const seconds = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
      let announced = false;
      const announce = setTimeout(() => {
        announced = true;
        print(`${styleText('dim', '…')} ${title}`);
      }, 1000);
      try {
        const result = await work((line) => {
          if (announced) print(styleText('dim', `    ${title}: ${line}`));
        });
        print(`${styleText('green', '✓')} ${title} ${styleText('dim', seconds())}`);
        return result;
      } catch (error) {
        print(`${styleText('red', '✗')} ${title} ${styleText('dim', seconds())}`);
        throw error;
      } finally {
        clearTimeout(announce);
      }
    },
  };
}
