/** No schema here: forms load just this. */
export const MAX_QUESTIONS = 8;
export const MAX_QUESTION_LENGTH = 160;
export const MAX_ANSWER_LENGTH = 1000;
export const MAX_EMBEDDING_SITES = 10;
