/** Times of the film's scenes, in seconds. The chapters on the landing page use them. */
export const CUTS = { press: 5, received: 10, toolbar: 16, history: 23, end: 30 } as const;

const CAPTIONS = [
  [0.3, 3.2, 'You are reading a profile. The Ping button is next to the name.'],
  [3.2, 5.2, 'You decide that this is someone to talk to.'],
  [5.2, 9.8, 'One press. “Pinged!” means that your webhook has taken it.'],
  [10.2, 13, 'This is what arrived: the seven data points, as JSON.'],
  [13, 15.8, 'The idempotency key stays the same if it has to be sent again.'],
  [16.2, 19, 'The page has not changed. In the toolbar is the extension.'],
  [19, 22.8, 'It shows where a press sends to, and your last captures.'],
  [23.2, 26.6, 'The history has every capture: send it again, or export all as CSV.'],
  [26.6, 29.8, 'One press, one lead, kept on your own device.'],
] as const;

/** Renders the captions as WebVTT. */
export function writeCaptions(): string {
  const cues = CAPTIONS.map(([from, to, text]) => `${stamp(from)} --> ${stamp(to)}\n${text}\n`);
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const stamp = (seconds: number) => `00:${seconds.toFixed(3).padStart(6, '0')}`;
