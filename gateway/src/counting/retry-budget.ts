/** Of calls, how many more may be made because one failed or is late: what is down or overloaded is not called twice as often. */
const RETRIES_PER_CALL = 0.2;
const MAX_RETRIES_SAVED = 20;

export class RetryBudget {
  #retries = MAX_RETRIES_SAVED;

  /** Each first call of a request pays in. */
  save(): void {
    if (this.#retries < MAX_RETRIES_SAVED) this.#retries += RETRIES_PER_CALL;
  }

  /** Takes one retry out; false where it is used up. */
  spend(): boolean {
    if (this.#retries < 1) return false;
    this.#retries -= 1;
    return true;
  }
}
