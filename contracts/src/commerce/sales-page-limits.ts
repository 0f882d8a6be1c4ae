/** Without zod, because forms load this file. */
export const MAX_QUESTIONS = 8;
export const MAX_QUESTION_LENGTH = 160;
export const MAX_ANSWER_LENGTH = 1000;
export const MAX_EMBEDDING_SITES = 10;
