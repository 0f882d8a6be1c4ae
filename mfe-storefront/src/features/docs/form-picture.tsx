import styles from './pictures.module.css';

interface FormPictureProps {
  title: string;
  /** The name and value of each field in this step. An empty value stays empty. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** A drawing of another tool's form with only its fields, which does not imitate its screen. */
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
