/** The seven data points, under the names that the guides promise. */
export interface Lead {
  fullName: string;
  jobTitle: string;
  company: string;
  location: string;
  connections: number | null;
  profileUrl: string;
  email: string | null;
}

export const LEAD_FIELDS = [
  'fullName',
  'jobTitle',
  'company',
  'location',
  'connections',
  'profileUrl',
  'email',
] as const satisfies readonly (keyof Lead)[];
export type LeadField = (typeof LEAD_FIELDS)[number];

const MAX_TEXT_LENGTH = 500;
/** Maximum URL length. Percent-encoding uses nine characters for each Thai or Devanagari letter. */
const MAX_URL_LENGTH = 2000;

/** Reads a lead from another part of the extension. Null for anything else. */
export function readLead(value: unknown): Lead | null {
  if (typeof value !== 'object' || value === null) return null;
  const lead = value as Record<LeadField, unknown>;
  const isText = (text: unknown, maxLength = MAX_TEXT_LENGTH): text is string =>
    typeof text === 'string' && text.length <= maxLength;
  const { fullName, jobTitle, company, location, connections, profileUrl, email } = lead;
  if (!isText(fullName) || !isText(jobTitle) || !isText(company) || !isText(location)) return null;
  if (!isText(profileUrl, MAX_URL_LENGTH)) return null;
  if (!/^https:\/\/www\.linkedin\.com\/[^?#]+$/.test(profileUrl)) return null;
  if (email !== null && !isText(email)) return null;
  if (connections !== null && !(Number.isSafeInteger(connections) && Number(connections) >= 0)) return null;
  return {
    fullName,
    jobTitle,
    company,
    location,
    connections: connections === null ? null : Number(connections),
    profileUrl,
    email,
  };
}

export function missingFields(lead: Lead): LeadField[] {
  return LEAD_FIELDS.filter((field) => lead[field] === '' || lead[field] === null);
}

export const EMPTY_LEAD: Lead = {
  fullName: '',
  jobTitle: '',
  company: '',
  location: '',
  connections: null,
  profileUrl: '',
  email: null,
};

/** The sample person for test sends. */
export const SAMPLE_LEAD: Lead = {
  fullName: 'Maya Lindqvist',
  jobTitle: 'VP of Sales',
  company: 'Northbeam Logistics',
  location: 'Copenhagen, Denmark',
  connections: 1204,
  profileUrl: 'https://www.linkedin.com/in/maya-lindqvist',
  email: 'maya@northbeam.example',
};
