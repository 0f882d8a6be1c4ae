import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';

/** Runs an upsert by `_id`; of two first ones at once, the second finds the document of the first. */
export async function upsertCount<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return upsert();
  }
}
