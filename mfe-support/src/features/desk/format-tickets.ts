/** The number of tickets in words: `1 ticket`, `3 tickets`. */
export const formatTickets = (count: number): string => (count === 1 ? '1 ticket' : `${count} tickets`);
