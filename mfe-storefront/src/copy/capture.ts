export interface CapturedField {
  /** The name of the field in the extension's JSON. */
  key: 'fullName' | 'jobTitle' | 'company' | 'location' | 'connections' | 'profileUrl' | 'email';
  label: string;
  example: string;
}

/** The seven data points in the order of sending, with one invented person for every demo. */
export const CAPTURED_FIELDS: readonly CapturedField[] = [
  { key: 'fullName', label: 'Full name', example: 'Maya Lindqvist' },
  { key: 'jobTitle', label: 'Job title', example: 'VP of Sales' },
  { key: 'company', label: 'Company', example: 'Northbeam Logistics' },
  { key: 'location', label: 'Location', example: 'Copenhagen, Denmark' },
  { key: 'connections', label: 'Connections', example: '1204' },
  { key: 'profileUrl', label: 'Profile URL', example: 'https://www.linkedin.com/in/maya-lindqvist' },
  { key: 'email', label: 'Email', example: 'maya@northbeam.example' },
];

/**
 * The body of a capture as a webhook receives it. Numbers are numbers, and a missing email is null. @public for
 * guides
 */
export const SAMPLE_CAPTURE = `{
  "fullName": "Maya Lindqvist",
  "jobTitle": "VP of Sales",
  "company": "Northbeam Logistics",
  "location": "Copenhagen, Denmark",
  "connections": 1204,
  "profileUrl": "https://www.linkedin.com/in/maya-lindqvist",
  "email": "maya@northbeam.example"
}`;
