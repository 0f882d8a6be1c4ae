import type { Faults } from './check-values.ts';
import type { FormInstance, Values } from './form-instance.ts';

interface FieldErrors {
  /** @returns the first field with an error, which gets the focus */
  show: (faults: Faults) => string | undefined;
  /** The fields that show an error. */
  marked: () => string[];
  /** Replaces the errors of these fields only. */
  update: (names: readonly string[], faults: Faults) => void;
  focus: (name: string) => void;
}

/** Writes errors to the fields of a form and moves the focus. */
export function fieldErrors<V extends Values>(form: FormInstance<V>, names: readonly string[]): FieldErrors {
  const update: FieldErrors['update'] = (updated, faults) =>
    form.setFields(
      updated.map((name) => ({ name: name as never, errors: faults[name] ? [faults[name]] : [] })),
    );
  const focus: FieldErrors['focus'] = (name) => form.getFieldInstance(name as never)?.focus?.();
  return {
    update,
    focus,
    marked: () => names.filter((name) => form.getFieldError(name as never).length > 0),
    show: (faults) => {
      update(names, faults);
      const first = names.find((name) => faults[name]);
      if (first) focus(first);
      return first;
    },
  };
}
