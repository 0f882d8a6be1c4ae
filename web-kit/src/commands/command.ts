/** Something to do or to open from the command palette. */
export interface Command {
  id: string;
  label: string;
  /** The heading that it stands under: `Orders`. */
  group: string;
  /** What tells it apart, in quiet text: an email address, a status. */
  hint?: string;
  /** The address that it opens, or what it does. */
  to?: string;
  run?: () => void;
}

/** The commands that contain every word that was typed, in their order. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint = '', group }) => {
    const searched = `${label} ${hint} ${group}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
