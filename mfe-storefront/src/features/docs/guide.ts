import type { ReactNode } from 'react';
import type { GuideSlug } from '../../copy/guides.ts';

export interface GuideStep {
  id: string;
  title: string;
  body: ReactNode;
  code?: { title: string; text: string };
  picture?: ReactNode;
}

export interface GuideSection {
  id: string;
  title: string;
  body: ReactNode;
}

export interface Trouble {
  problem: string;
  answer: ReactNode;
}

/** A page that reads like a recipe; its parts are shown in the order in which they stand here. */
export interface Guide {
  slug: GuideSlug;
  title: string;
  /** What the reader will have at the end, in one or two sentences. */
  outcome: string;
  /** The tool that receives the captures, where the guide is about one. */
  tool?: { name: string; apiDocs: { title: string; href: string } };
  needs: readonly ReactNode[];
  needsTitle?: string;
  before?: readonly GuideSection[];
  steps: readonly GuideStep[];
  check: ReactNode;
  after?: readonly GuideSection[];
  troubles: readonly Trouble[];
  /** Slugs of the guides that it ends with. */
  related: readonly GuideSlug[];
}
