import { RotateCw } from 'lucide-react';
import { failureText, isUnavailable } from '../api/api-error.ts';
import styles from './state.module.css';

interface LoadErrorProps {
  /** `We couldn't load the orders`. */
  title: string;
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function LoadError({ title, error, onRetry, isRetrying = false }: LoadErrorProps) {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title}</p>
      <p>{failureText(error, 'Something went wrong on our side. Nothing has changed.')}</p>
      {isUnavailable(error) && <p>It loads automatically as soon as it is back.</p>}
      <button type="button" className={styles.retry} disabled={isRetrying} onClick={onRetry}>
        <RotateCw size={16} />
        Try again
      </button>
    </div>
  );
}
