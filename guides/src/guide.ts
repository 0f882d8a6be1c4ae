import { z } from 'zod';

/** The groups of the documentation in order. */
export const TOPICS = ['Getting started', 'Integrations', 'Webhooks and data', 'Troubleshooting'] as const;

/** The front matter of a guide, between two lines of dashes. */
export const frontMatterSchema = z.strictObject({
  /** The title in all lists and links. For a tool, the tool's name. */
  title: z.string().min(1).max(60),
  /** The result for the reader. Search engines show it too. */
  summary: z.string().min(20).max(200),
  topic: z.enum(TOPICS),
  /** Position among the guides of the topic, from 1. */
  order: z.number().int().positive(),
  /** Slugs of the guides at its end. A tool of the hub ends with the hub's other tools. */
  related: z.array(z.string()).min(1).optional(),
  /** For a tool that receives captures. */
  tool: z
    .strictObject({
      apiDocs: z.strictObject({ title: z.string().min(1), href: z.url({ protocol: /^https$/ }) }),
      /** Group and text in the integration hub. */
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
