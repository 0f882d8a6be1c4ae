import type { ThemeConfig } from 'antd';
import { COLORS, FONTS, type Mode, SIZES } from './tokens.ts';

const pixels = (size: string) => Number.parseInt(size, 10);

/** The design's tokens for antd. antd derives shades itself, so it needs values instead of CSS variables. */
export function antdTheme(mode: Mode): Omit<ThemeConfig, 'algorithm'> {
  const color = COLORS[mode];
  return {
    cssVar: { key: 'lp' },
    hashed: false,
    token: {
      colorPrimary: color.signal,
      colorInfo: color.signal,
      colorLink: color.signal,
      colorSuccess: color.success,
      colorWarning: color.warning,
      colorError: color.danger,
      // antd's own tints of dark seeds are grey and give text too little contrast.
      colorInfoBg: color['signal-soft'],
      colorSuccessBg: color['success-soft'],
      colorWarningBg: color['warning-soft'],
      colorErrorBg: color['danger-soft'],
      colorBgBase: color.ground,
      colorBgContainer: color.raised,
      colorBgElevated: color.raised,
      colorBgLayout: color.ground,
      colorTextBase: color.text,
      colorTextSecondary: color['text-quiet'],
      colorTextDescription: color['text-quiet'],
      colorTextPlaceholder: color['line-strong'],
      colorTextLightSolid: color['on-signal'],
      colorBorder: color['line-strong'],
      colorBorderSecondary: color.line,
      borderRadius: pixels(SIZES.radius),
      borderRadiusSM: pixels(SIZES['radius-small']),
      controlHeight: 40,
      fontFamily: FONTS.text,
      fontFamilyCode: FONTS.mono,
      fontSize: 15,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.18s',
      motionDurationSlow: '0.24s',
    },
    components: {
      Button: {
        // The dark algorithm would dim it compared with the buttons of the public pages.
        colorPrimary: color.signal,
        colorPrimaryHover: color['signal-strong'],
        colorPrimaryActive: color['signal-strong'],
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 600,
        contentFontSizeLG: 16,
        // antd derives 24 px with other corners, which is too small for a thumb.
        controlHeightSM: 32,
        borderRadiusSM: pixels(SIZES.radius),
        paddingInlineSM: 11,
      },
      // antd derives 22 px. Touch targets need 24 (WCAG 2.2, 2.5.8).
      Switch: { trackHeight: 28, trackHeightSM: 24, trackMinWidth: 50, handleSize: 24, handleSizeSM: 20 },
      // The dark algorithm dims the signal color until its text has too little contrast.
      Tabs: {
        itemSelectedColor: color.signal,
        itemHoverColor: color['signal-strong'],
        inkBarColor: color.signal,
      },
      Table: { headerBg: color.sunken, borderColor: color.line },
    },
  };
}
