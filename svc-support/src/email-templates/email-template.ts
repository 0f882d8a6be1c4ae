/**
 * A mail as its writer thinks of it: a few blocks that read well as text and as HTML. Every text in it is plain;
 * escaping is the renderers' work and theirs alone.
 */
export interface EmailTemplate {
  subject: string;
  /** The name above the template: the platform's, or the reseller's whose buyer reads it. */
  brand: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets this mail. */
  footer: string;
  /** One line that says who sells, below the footer. */
  identity?: string;
  /** The seller's logo and colors instead of ours. */
  look?: EmailLook;
}

export interface EmailLook {
  logoUrl: string | null;
  /** Button and mark, with the text on them, in each theme. Null for our own. */
  tones: Record<'light' | 'dark', { signal: string; onSignal: string }> | null;
}

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; text: string }
  /** Something to copy: a key, a password, a number. */
  | { kind: 'code'; label: string; value: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'steps'; steps: string[] }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  /** Words of a person, line breaks kept. */
  | { kind: 'quote'; text: string };

export interface RenderedEmailTemplate {
  subject: string;
  text: string;
  html: string;
}
