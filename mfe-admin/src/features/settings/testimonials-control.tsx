import { MAX_TESTIMONIALS, type Testimonial } from '@leadping/contracts/commerce/claims';
import { IconButton } from '@leadping/web-kit/dashboard/icon-button.tsx';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import styles from './settings.module.css';

interface TestimonialsControlProps {
  /** Set by the form. */
  id?: string;
  value?: Testimonial[];
  onChange?: (value: Testimonial[]) => void;
}

/** Quotes with their authors, in the order of the page. */
export function TestimonialsControl({ id, value = [], onChange }: TestimonialsControlProps) {
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, part: Partial<Testimonial>) =>
    onChange?.(value.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const remove = (index: number) => {
    onChange?.(value.filter((_, at) => at !== index));
    // The focused element was removed.
    add.current?.focus();
  };
  return (
    <div id={id} className={styles.testimonials}>
      <ol>
        {value.map(({ text, name, role }, index) => {
          const nth = index + 1;
          return (
            // Entries have no id, and their fields get all values from the list.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Input.TextArea
                aria-label={`Quote ${nth}`}
                rows={3}
                maxLength={500}
                value={text}
                onChange={({ target }) => change(index, { text: target.value.replaceAll('\n', ' ') })}
              />
              <div className={styles.author}>
                <Input
                  aria-label={`Name ${nth}`}
                  placeholder="Name"
                  maxLength={100}
                  value={name}
                  onChange={({ target }) => change(index, { name: target.value })}
                />
                <Input
                  aria-label={`Role ${nth}`}
                  placeholder="Role"
                  maxLength={100}
                  value={role}
                  onChange={({ target }) => change(index, { role: target.value })}
                />
                <IconButton
                  label={`Remove quote ${nth}`}
                  icon={Trash2}
                  tone="danger"
                  onClick={() => remove(index)}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        ref={add}
        icon={<Plus size={16} />}
        disabled={value.length >= MAX_TESTIMONIALS}
        onClick={() => onChange?.([...value, { text: '', name: '', role: '' }])}
      >
        Add testimonial
      </Button>
    </div>
  );
}
