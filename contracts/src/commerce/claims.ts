export interface Testimonial {
  text: string;
  name: string;
  role: string;
}

/** Claims about the product that only the operator can know to be true. Empty claims are not shown. */
export type Claims = {
  users: string;
  rating: string;
  testimonials: Testimonial[];
};

/** The claims with their names on the settings page. Without zod, because pages load this file. */
export const CLAIM_LABELS = {
  users: 'Number of users',
  rating: 'Average rating',
  testimonials: 'Testimonials',
} as const satisfies Record<keyof Claims, string>;

export type ClaimName = keyof typeof CLAIM_LABELS;
export const CLAIM_NAMES = Object.keys(CLAIM_LABELS) as ClaimName[];

/** The claims as stored, with those that an admin has confirmed to be true. */
export interface StoredClaims extends Claims {
  confirmed: ClaimName[];
}

export const MAX_TESTIMONIALS = 12;

export const DEFAULT_CLAIMS: StoredClaims = {
  users: '2,847+',
  rating: '4.9/5',
  testimonials: [
    {
      text: 'I used to keep Friday afternoon for the week’s data entry. That afternoon now belongs to calls, and the CRM is up to date by Tuesday.',
      name: 'Tomasz Wierzbicki',
      role: 'Account executive, industrial software',
    },
    {
      text: 'Sourcing is looking at people one at a time. It fits how I work: I read, I decide, I press. The shortlist writes itself.',
      name: 'Ifeoma Adeyemi',
      role: 'Technical recruiter',
    },
    {
      text: 'We wired it to a webhook of our own in ten minutes. The payload hasn’t changed since, which is all I ask of a payload.',
      name: 'Jonas Brandvik',
      role: 'Business development, logistics',
    },
    {
      text: 'One payment. I put it on my card, not through procurement.',
      name: 'Lucía Ferrer',
      role: 'Growth marketer',
    },
  ],
  confirmed: [],
};

/** The claims with a number, with what they count. */
export function claimFigures({ users, rating }: Claims): { value: string; label: string }[] {
  return [
    { value: users, label: 'people use it' },
    { value: rating, label: 'average rating' },
  ].filter(({ value }) => value !== '');
}

/** The shown claims that nobody has confirmed. An empty claim is not shown. */
export const unconfirmedClaims = (claims: StoredClaims): ClaimName[] =>
  CLAIM_NAMES.filter((name) => claims[name].length > 0 && !claims.confirmed.includes(name));
