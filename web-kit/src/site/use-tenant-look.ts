import { OWN_LOOK, toneVariable } from '@leadping/contracts/gateway/page';
import { useLayoutEffect } from 'react';
import { useTenant } from './use-tenant.ts';

/** Applies the reseller's colors. The gateway has already written them into the opened page. */
export function useTenantLook(): void {
  const tones = useTenant()?.tones;
  useLayoutEffect(() => {
    if (!tones) return undefined;
    const { dataset, style } = document.documentElement;
    const variables = (['light', 'dark'] as const).flatMap((mode) =>
      Object.entries(tones[mode]).map(([tone, color]) => [toneVariable(mode, tone), color] as const),
    );
    for (const [name, color] of variables) style.setProperty(name, color);
    dataset.look = OWN_LOOK;
    return () => {
      for (const [name] of variables) style.removeProperty(name);
      delete dataset.look;
    };
  }, [tones]);
}
