/** What the browser keeps of a person in this tab, beyond a reload: until somebody else signs in there, or nobody. */

const PREFIX = 'own:';
const keyOf = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

/** Empty where there is nothing, or the browser refuses storage. */
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
    // Nothing is lost but the text's second life.
  }
}

/** @param userId whose texts stay; null for nobody's. A visitor's, who has no account, always do. */
export function forgetOthersOwn(userId: string | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isKept = ['', userId ?? ''].some((owner) => key.startsWith(keyOf(owner, '')));
      if (key.startsWith(PREFIX) && !isKept) sessionStorage.removeItem(key);
    }
  } catch {
    // A browser that refuses storage has none to forget.
  }
}
