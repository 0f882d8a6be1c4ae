interface LegalSection {
  id: string;
  title: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  link?: { to: string; text: string };
  /** Starts with how the seller of the page handles prices and tax. */
  hasPrices?: true;
  /** Our refunds. A reseller's page states theirs instead. */
  refunds?: string;
}

export interface LegalText {
  title: string;
  /** The date with its introduction: "Effective July 2, 2025". */
  dated: string;
  intro: string;
  sections: readonly LegalSection[];
}
