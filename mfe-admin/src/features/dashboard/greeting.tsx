import styles from './greeting.module.css';

export function Greeting({ username }: { username: string }) {
  return <p className={styles.greeting}>Welcome back, {username}</p>;
}
