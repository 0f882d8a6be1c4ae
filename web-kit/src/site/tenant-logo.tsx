import { useState } from 'react';

/** The reseller's logo. Renders nothing if it fails to load. */
export function TenantLogo({ src, className }: { src: string | null; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed) return null;
  return <img className={className} src={src} alt="" onError={() => setFailed(src)} />;
}
