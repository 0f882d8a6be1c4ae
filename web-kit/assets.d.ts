declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

declare module '*.css' {}

/** A guide: its page. */
declare module '*.mdx' {
  import type { ComponentType } from 'react';

  const Page: ComponentType;
  export default Page;
}

declare module '*.svg' {
  const url: string;
  export default url;
}

declare module '*.png' {
  const url: string;
  export default url;
}

declare module '*.webp' {
  const url: string;
  export default url;
}

declare module '*.woff2' {
  const url: string;
  export default url;
}

declare module '*.webm' {
  const url: string;
  export default url;
}

declare module '*.mp4' {
  const url: string;
  export default url;
}

declare module '*.vtt' {
  const url: string;
  export default url;
}

/** The app that this file was built for. */
declare const __APP__: { readonly name: string; readonly version: string };
