/** Share of calls that may be retried, so that a failing or overloaded service does not get twice the load. */
const RETRIES_PER_CALL = 0.2;
const MAX_RETRIES_SAVED = 20;

export class RetryBudget {
  #retries = MAX_RETRIES_SAVED;

  /** Adds to the budget. Called for the first attempt of each request. */
  save(): void {
    if (this.#retries < MAX_RETRIES_SAVED) this.#retries += RETRIES_PER_CALL;
  }

  /** Uses one retry. @returns false if none is left. */
  spend(): boolean {
    if (this.#retries < 1) return false;
    this.#retries -= 1;
    return true;
  }
}
