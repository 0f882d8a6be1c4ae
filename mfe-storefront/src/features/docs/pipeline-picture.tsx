import styles from './pictures.module.css';

export function PipelinePicture({ stages, deal }: { stages: readonly string[]; deal: string }) {
  return (
    <div className={styles.frame}>
      <ol className={styles.pipeline} aria-label="The pipeline">
        {stages.map((stage, index) => (
          <li key={stage}>
            <b>{stage}</b>
            {index === 0 && <span className={styles.deal}>{deal}</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
