import { accentTones } from '@leadping/contracts/commerce/accent-color';
import { COLORS } from '@leadping/web-kit/theme/tokens';
import { Button } from '@leadping/web-kit/ui/core';
import { Input } from '@leadping/web-kit/ui/form';
import type { CSSProperties } from 'react';
import styles from './page-form.module.css';

interface AccentControlProps {
  /** Given by the form. */
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

/** A color by eye or by its digits, with the tones that the page makes of it. */
export function AccentControl({ id, value = null, onChange }: AccentControlProps) {
  const text = value ?? '';
  const color = isColor(text.trim()) ? text.trim() : null;
  return (
    <div className={styles.accent}>
      <div className={styles.line}>
        <input
          type="color"
          className={styles.picker}
          aria-label="Pick a color"
          value={color ?? COLORS.light.signal.toLowerCase()}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <Input
          id={id}
          className={styles.digits}
          value={text}
          maxLength={9}
          placeholder="Standard colors"
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange?.(target.value || null)}
        />
        {value !== null && <Button onClick={() => onChange?.(null)}>Use standard colors</Button>}
      </div>
      {color && <Samples color={color} />}
    </div>
  );
}

function Samples({ color }: { color: string }) {
  const tones = accentTones(color);
  return (
    <div className={styles.samples} aria-hidden="true">
      {(['light', 'dark'] as const).map((mode) => {
        const tone = tones[mode];
        const colors = {
          '--ground': COLORS[mode].ground,
          '--signal': tone.signal,
          '--on-signal': tone['on-signal'],
          '--accent': tone.accent,
          '--on-accent': tone['on-accent'],
        } as CSSProperties;
        return (
          <div key={mode} className={styles.sample} style={colors}>
            <span className={styles.sampleBanner}>Your banner</span>
            <span className={styles.sampleButton}>Button</span>
            <span className={styles.sampleLink}>Link, {mode}</span>
          </div>
        );
      })}
    </div>
  );
}
