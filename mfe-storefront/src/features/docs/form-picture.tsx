import styles from './pictures.module.css';

interface FormPictureProps {
  title: string;
  /** Each field's name and what goes into it, as the step says; empty where it stays empty. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** A form of the other tool with its fields alone: a drawing, which does not pretend to be its screen. */
export function FormPicture({ title, fields }: FormPictureProps) {
  return (
    <div className={styles.frame}>
      <figure className={styles.window}>
        <figcaption className={styles.bar}>{title}</figcaption>
        <dl className={styles.form}>
          {fields.map(([name, value]) => (
            <div key={`${name} ${value}`}>
              <dt>{name}</dt>
              <dd>{value || <i>Leave empty</i>}</dd>
            </div>
          ))}
        </dl>
      </figure>
    </div>
  );
}
