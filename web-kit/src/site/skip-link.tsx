import layout from '../page/layout.module.css';

/** The first stop of the Tab key. The page's `main` must have the id `content`. */
export function SkipLink() {
  return (
    <a className={layout.skip} href="#content">
      Skip to content
    </a>
  );
}
