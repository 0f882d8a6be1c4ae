import layout from '../page/layout.module.css';

/** The first stop of the Tab key; the page's `main` has the id `content`. */
export function SkipLink() {
  return (
    <a className={layout.skip} href="#content">
      Skip to content
    </a>
  );
}
