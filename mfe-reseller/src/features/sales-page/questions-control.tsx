import type { SalesPage } from '@leadping/contracts/commerce/sales-page';
import {
  MAX_ANSWER_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_QUESTIONS,
} from '@leadping/contracts/commerce/sales-page-limits';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import styles from './page-form.module.css';

type Question = SalesPage['questions'][number];

interface QuestionsControlProps {
  /** Set by the form. */
  id?: string;
  value?: Question[];
  onChange?: (value: Question[]) => void;
}

/** Questions with their answers, in the order of the page. */
export function QuestionsControl({ id, value = [], onChange }: QuestionsControlProps) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, part: Partial<Question>) =>
    onChange?.(value.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const moveUp = (index: number) =>
    onChange?.([
      ...value.slice(0, index - 1),
      ...value.slice(index - 1, index + 1).reverse(),
      ...value.slice(index + 1),
    ]);
  const remove = (index: number) => {
    onChange?.(value.filter((_, at) => at !== index));
    // The focused element was removed.
    add.current?.focus();
  };
  return (
    <div id={id} className={styles.questions}>
      <ol>
        {value.map(({ question, answer }, index) => {
          const nth = index + 1;
          return (
            // Entries have no id, and their fields get all values from the list.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <div className={styles.line}>
                <Input
                  aria-label={`Question ${nth}`}
                  placeholder="What do buyers ask you?"
                  maxLength={MAX_QUESTION_LENGTH}
                  value={question}
                  onChange={({ target }) => change(index, { question: target.value })}
                />
                <IconButton
                  label={`Move question ${nth} up`}
                  icon={ArrowUp}
                  disabled={index === 0}
                  onClick={() => moveUp(index)}
                />
                <IconButton
                  label={`Remove question ${nth}`}
                  icon={Trash2}
                  tone="danger"
                  onClick={() => remove(index)}
                />
              </div>
              <Input.TextArea
                aria-label={`Answer ${nth}`}
                placeholder="Your answer, as plain text"
                rows={3}
                maxLength={MAX_ANSWER_LENGTH}
                value={answer}
                onChange={({ target }) => change(index, { answer: target.value })}
              />
            </li>
          );
        })}
      </ol>
      <Button
        ref={add}
        icon={<Plus size={16} />}
        disabled={value.length >= MAX_QUESTIONS}
        onClick={() => onChange?.([...value, { question: '', answer: '' }])}
      >
        Add question
      </Button>
      <span className={styles.count}>
        {value.length} of {MAX_QUESTIONS}
      </span>
    </div>
  );
}
