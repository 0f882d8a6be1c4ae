import { z } from 'zod';

/** The groups of the documentation, in their order. */
export const TOPICS = ['Getting started', 'Integrations', 'Webhooks and data', 'Troubleshooting'] as const;

/** A part of the text before its first heading, between two lines of dashes. */
export const frontMatterSchema = z.strictObject({
  /** What every list and every link calls the guide; for a tool, the tool's name. */
  title: z.string().min(1).max(60),
  /** What the reader will have at the end; also what search engines show. */
  summary: z.string().min(20).max(200),
  topic: z.enum(TOPICS),
  /** The place among the guides of the topic, from 1. */
  order: z.number().int().positive(),
  /** Slugs of the guides that it ends with; a tool of the hub ends with the other tools there. */
  related: z.array(z.string()).min(1).optional(),
  /** For a tool that receives captures. */
  tool: z
    .strictObject({
      apiDocs: z.strictObject({ title: z.string().min(1), href: z.url({ protocol: /^https$/ }) }),
      /** Where the integration hub lists it, and what it says there. */
      group: z.enum(['featured', 'more', 'platforms']),
      description: z.string().min(10),
    })
    .optional(),
  /** The card above the support center's list. */
  popular: z.strictObject({ badge: z.string().min(1).optional(), text: z.string().min(10) }).optional(),
});

export type FrontMatter = z.infer<typeof frontMatterSchema>;

export interface Guide extends Omit<FrontMatter, 'related'> {
  /** The name of its file and the last part of `/docs/{slug}`. */
  slug: string;
  related: readonly string[];
}
