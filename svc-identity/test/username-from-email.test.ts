import { expect, it } from '@jest/globals';
import { usernameFromEmail } from '../src/invitations/username-from-email.ts';

it.each([
  ['jane.doe+shop@example.com', 'jane.doe'],
  ['jo@example.com', 'jouser'],
  ['support@example.com', 'supportuser'],
  ['Ad.Min@example.com', 'ad.minuser'],
])('the user name from %s is %s, which is long enough and not reserved', (email, username) => {
  expect(usernameFromEmail(email)).toBe(username);
});
