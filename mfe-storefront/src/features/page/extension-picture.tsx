import styles from './extension-picture.module.css';

export interface TakenPicture {
  light: string;
  dark: string;
  width: number;
  height: number;
}

/** A picture of the real extension in the page's color scheme. The hidden variant is not loaded. */
export function ExtensionPicture({ picture, alt }: { picture: TakenPicture; alt: string }) {
  const { light, dark, width, height } = picture;
  const rest = { width, height, loading: 'lazy', decoding: 'async' } as const;
  if (light === dark) return <img className={styles.picture} src={light} alt={alt} {...rest} />;
  return (
    <>
      <img className={`${styles.picture} ${styles.light}`} src={light} alt={alt} {...rest} />
      <img className={`${styles.picture} ${styles.dark}`} src={dark} alt={alt} {...rest} />
    </>
  );
}
