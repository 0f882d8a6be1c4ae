/* Texts of a person that survive a reload of this tab. They are removed when the person signs out or another one signs in. */

const PREFIX = 'own:';
const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** Empty if nothing is stored or the browser refuses storage. */
export function readOwn(userId: string, name: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, name)) ?? '';
  } catch {
    return '';
  }
}

export function saveOwn(userId: string, name: string, text: string): void {
  try {
    if (text.trim()) sessionStorage.setItem(keyOf(userId, name), text);
    else sessionStorage.removeItem(keyOf(userId, name));
  } catch {
    // Without storage the text does not survive a reload.
  }
}

/**
 * @param userId the user whose texts stay, or null if nobody is signed in. Texts of visitors without an account
 * always stay.
 */
export function forgetOthersOwn(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isKept = ['', userId ?? ''].some((owner) => key.startsWith(keyOf(owner, '')));
      if (key.startsWith(PREFIX) && !isKept) sessionStorage.removeItem(key);
    }
  } catch {
    // The browser refuses storage, so nothing is stored.
  }
}
