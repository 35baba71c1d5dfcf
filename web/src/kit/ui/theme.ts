import { type AlertProps, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

/** The only accent colour. White text on shade 7 (light) and black text on shade 4 (dark, see global.css) meet contrast level AA. */
const accent: MantineColorsTuple = [
  '#eef3fe',
  '#e0e9fd',
  '#c3d4fa',
  '#a3bdf8',
  '#7ea6f5',
  '#5b89ea',
  '#3e6ddb',
  '#2456c4',
  '#1d469f',
  '#163578',
]
/** Neutral colours for light and dark. */
const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#eef1f5',
  '#dfe4ea',
  '#cdd5de',
  '#b4bdc8',
  '#7d8896',
  '#616c7a',
  '#4a5563',
  '#323b47',
  '#14181f',
]
const dark: MantineColorsTuple = [
  '#e8ecf1',
  '#b4bdc8',
  '#929daa',
  '#6b7684',
  '#262d36',
  '#1f262e',
  '#1b2129',
  '#14181e',
  '#10141a',
  '#0b0e12',
]
const good: MantineColorsTuple = [
  '#e6f5ec',
  '#cfeadb',
  '#a6d9bd',
  '#7fcfa4',
  '#5cc78e',
  '#3da56f',
  '#268755',
  '#177245',
  '#11563a',
  '#0b3d28',
]
const attention: MantineColorsTuple = [
  '#fff3db',
  '#fbe6bd',
  '#f3d28c',
  '#edc16a',
  '#e6b04f',
  '#c98a1d',
  '#a76a05',
  '#8a5200',
  '#6b4000',
  '#4d2e00',
]
const bad: MantineColorsTuple = [
  '#fdecea',
  '#fad6d2',
  '#f6b3ad',
  '#f49d96',
  '#f28b82',
  '#dd5147',
  '#c7362a',
  '#b42318',
  '#8f1b12',
  '#69130c',
]

// A dialog’s header element must not count as a second banner of the page.
const NO_BANNER = { header: { role: 'presentation' } }

/**
 * Clears the file input on click: otherwise the browser fires no change event if the user chooses the same, since
 * corrected, file again.
 */
const CLEAR_ON_CLICK = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = ''
  },
}

/** Alerts of colour attention and bad have a tinted background; others have a surface with a border. */
const alertColours = (_theme: unknown, { color, variant }: AlertProps) => {
  if (variant !== 'light') return { root: {} }
  if (color === 'attention' || color === 'bad') return { root: { '--alert-bg': `var(--${color}-soft)` } }
  return { root: { '--alert-bg': 'var(--surface)', '--alert-bd': '1px solid var(--line)' } }
}

export const theme = createTheme({
  colors: { accent, gray, dark, good, attention, bad, neutral: gray },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  black: '#0b0e12',
  fontFamily:
    '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.25rem' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4667' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    // FileInput uses it internally.
    FileButton: { defaultProps: { inputProps: CLEAR_ON_CLICK } },
    // Stays while the pointer is on it; Escape closes it.
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, interactive: true } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } },
    Alert: { vars: alertColours },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: {
      defaultProps: {
        attributes: NO_BANNER,
        transitionProps: { duration: 80 },
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': 'Close' },
        padding: 'lg',
        // Below the notifications.
        yOffset: '12dvh',
      },
    },
    Drawer: {
      defaultProps: {
        attributes: NO_BANNER,
        transitionProps: { duration: 80 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
    // An element needs a role to have a name, which says what is loading.
    Skeleton: { defaultProps: { role: 'group' } },
  },
})

/** Colours of the series of charts, of what they are compared with, and of five steps from few to many. */
const LIGHT_DATA = {
  '--data-1': '#2563c9',
  '--data-2': '#c2570c',
  '--data-3': '#0f8276',
  '--data-4': '#8a3fa0',
  '--data-5': '#8f6b00',
  '--data-6': '#5b6470',
  '--data-other': '#7d8896',
  '--step-1': '#e3edfc',
  '--step-2': '#bcd3f7',
  '--step-3': '#8cb2ef',
  '--step-4': '#2f69cb',
  '--step-5': '#1d469f',
  '--on-step': '#ffffff',
}
const DARK_DATA = {
  '--data-1': '#7aa7f7',
  '--data-2': '#f29a6b',
  '--data-3': '#4fc1b3',
  '--data-4': '#c79bdb',
  '--data-5': '#d9b84a',
  '--data-6': '#a3adb9',
  '--data-other': '#6b7684',
  '--step-1': '#172440',
  '--step-2': '#1f3563',
  '--step-3': '#2a4a8c',
  '--step-4': '#5b89ea',
  '--step-5': '#a3bdf8',
  '--on-step': '#0b0e12',
}

/**
 * CSS variables for four meanings, the surfaces and the series of charts. Each meaning meets contrast level AA on every surface that it is
 * used on. docs/looks.md says what each is for.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#f6f7f9',
    '--surface': '#ffffff',
    '--surface-sunken': '#eef1f5',
    '--surface-hover': '#f0f3f7',
    '--line': '#dfe4ea',
    '--line-soft': '#e9edf1',
    '--control-edge': '#7d8896',
    '--good': '#177245',
    '--attention': '#8a5200',
    '--bad': '#b42318',
    '--neutral': '#4a5563',
    '--faint': '#616c7a',
    '--accent': '#2456c4',
    '--accent-soft': '#e9f0fe',
    '--attention-soft': '#fff3db',
    '--bad-soft': '#fdecea',
    '--good-soft': '#e6f5ec',
    ...LIGHT_DATA,
    '--mantine-color-text': '#14181f',
    '--mantine-color-dimmed': '#616c7a',
    '--mantine-color-default-border': '#7d8896',
    '--mantine-color-placeholder': '#616c7a',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#2456c4',
  },
  dark: {
    '--ground': '#0b0e12',
    '--surface': '#14181e',
    '--surface-sunken': '#10141a',
    '--surface-hover': '#1b2129',
    '--line': '#262d36',
    '--line-soft': '#1f262e',
    '--control-edge': '#6b7684',
    '--good': '#5cc78e',
    '--attention': '#e6b04f',
    '--bad': '#f28b82',
    '--neutral': '#b4bdc8',
    '--faint': '#929daa',
    '--accent': '#7ea6f5',
    '--accent-soft': '#172440',
    '--attention-soft': '#2e230c',
    '--bad-soft': '#351a18',
    '--good-soft': '#10291c',
    ...DARK_DATA,
    '--mantine-color-text': '#e8ecf1',
    '--mantine-color-dimmed': '#929daa',
    '--mantine-color-default-border': '#6b7684',
    '--mantine-color-placeholder': '#929daa',
    '--mantine-color-error': '#f28b82',
    '--mantine-color-anchor': '#7ea6f5',
    // Quiet buttons: the library would take an almost white shade.
    '--mantine-color-accent-light-color': '#7ea6f5',
    '--mantine-color-good-light-color': '#5cc78e',
    '--mantine-color-attention-light-color': '#e6b04f',
    '--mantine-color-bad-light-color': '#f28b82',
  },
})
