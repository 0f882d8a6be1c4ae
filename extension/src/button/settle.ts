import type { Lead } from '../capture/lead.ts';
import { now } from '../now.ts';

/** Interval between the two equal reads that make a profile complete, in ms. */
export const READ_AGAIN_MS = 300;
/** Timeout for a page to become readable, in ms. */
const READ_WITHIN_MS = 8000;
/** How long a name without any other field counts as a page that is still loading, in ms. */
const BARE_NAME_MS = 6000;

export interface Settling {
  /** Reads the page. @returns the lead once it has settled, or null while it has no name or still changes */
  read: () => Lead | null;
  /** Resolves to the settled lead, or to null if the page does not become readable in time. */
  wait: () => Promise<Lead | null>;
  isOver: () => boolean;
}

/**
 * Waits for a profile to settle. After in-page navigation the name, the fields and the previous content
 * appear and disappear in any order, and a lead that mixes two people is worse than none.
 */
export function settleProfile(readLead: () => Lead): Settling {
  const startedAt = now();
  let last = { fields: '', since: startedAt, hasName: false };

  const read = () => {
    const lead = readLead();
    // A dialog shows the email and names its person itself, so the email may change.
    const fields = JSON.stringify({ ...lead, email: null });
    const readAt = now();
    if (fields !== last.fields) last = { fields, since: readAt, hasName: lead.fullName !== '' };
    const isSettled = readAt - last.since >= (isBareName(lead) ? BARE_NAME_MS : READ_AGAIN_MS);
    return last.hasName && isSettled ? lead : null;
  };
  const wait = async () => {
    const calledAt = now();
    for (;;) {
      const lead = read();
      if (lead) return lead;
      if (now() - (last.hasName ? calledAt : startedAt) > READ_WITHIN_MS) return null;
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
    }
  };
  return { read, wait, isOver: () => now() - startedAt > READ_WITHIN_MS };
}

const isBareName = ({ jobTitle, company, location, connections }: Lead) =>
  !jobTitle && !company && !location && connections === null;
