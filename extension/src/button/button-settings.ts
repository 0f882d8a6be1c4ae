import { readStored, store } from '../storage.ts';

export interface ButtonSettings {
  /** The name of the button's host element. It has no meaning and differs between installations. */
  elementName: string;
  /** Quiet mode: pages stay untouched and the toolbar button captures. */
  isQuiet: boolean;
  paths: readonly string[] | undefined;
}

export async function readButtonSettings(): Promise<ButtonSettings> {
  const { elementName, isQuiet = false, selectors } = await readStored('elementName', 'isQuiet', 'selectors');
  const paths = selectors?.set.paths;
  if (elementName) return { elementName, isQuiet, paths };
  const made = `${randomLetters()}-${randomLetters()}`;
  await store({ elementName: made });
  return { elementName: made, isQuiet, paths };
}

function randomLetters(): string {
  const [length = 0, ...letters] = crypto.getRandomValues(new Uint8Array(9));
  return String.fromCharCode(...letters.slice(0, 3 + (length % 6)).map((byte) => 97 + (byte % 26)));
}
