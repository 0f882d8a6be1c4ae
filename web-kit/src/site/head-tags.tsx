import { BRAND } from '@leadping/contracts/brand';
import { useContext } from 'react';
import { SiteOrigin } from './site-origin.ts';
import { useTenant } from './use-tenant.ts';

export interface PageMeta {
  title: string;
  description: string;
  /** The path of the page's canonical address. */
  path: string;
  keywords?: string;
}

const SHARE_IMAGE = '/og-image.png';

/** Title, description, canonical link and social tags of a page. React moves them into the document's head. */
export function HeadTags({ meta, image = SHARE_IMAGE }: { meta: PageMeta; image?: string }) {
  const origin = useContext(SiteOrigin);
  const address = origin + meta.path;
  const siteName = useTenant()?.businessName ?? BRAND.name;
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      {meta.keywords && <meta name="keywords" content={meta.keywords} />}
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + image} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={meta.title} />
      <meta name="twitter:description" content={meta.description} />
      <meta name="twitter:image" content={origin + image} />
    </>
  );
}
