import { fold } from '../fold.ts';

/** A page or an action of the command palette. */
export interface Command {
  id: string;
  label: string;
  /** The heading of its group: `Orders`. */
  group: string;
  /** A distinguishing detail in subdued text: an email address, a status. */
  hint?: string;
  to?: string;
  run?: () => void;
}

/** The commands that contain every typed word, in their original order. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint = '', group }) => {
    const searched = fold(`${label} ${hint} ${group}`);
    return words.every((word) => searched.includes(word));
  });
}
