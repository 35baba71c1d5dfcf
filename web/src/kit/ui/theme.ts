import { type AlertProps, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

/** The only accent colour. White text on shades 7 (light) and 6 (dark) meets contrast level AA. */
const accent: MantineColorsTuple = [
  '#edf3fa',
  '#d8e5f4',
  '#b3cce9',
  '#8cb3de',
  '#6b9dd5',
  '#4680c4',
  '#2f6ab0',
  '#235797',
  '#1b467b',
  '#12315a',
]
/** Neutral colours for light and dark. */
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e4e8ec',
  '#d3d9e0',
  '#b3bcc7',
  '#85909d',
  '#59636f',
  '#4b5561',
  '#343c46',
  '#1b2026',
]
const dark: MantineColorsTuple = [
  '#e4e8ec',
  '#c3cad2',
  '#a3acb6',
  '#7d8792',
  '#3b444e',
  '#2e353e',
  '#22282f',
  '#171c22',
  '#101317',
  '#0b0d10',
]
const good: MantineColorsTuple = [
  '#e9f6ef',
  '#d0ebdc',
  '#a6d9bd',
  '#7dc79e',
  '#5cb985',
  '#3fa36c',
  '#2a8957',
  '#1c7046',
  '#145836',
  '#0c3f26',
]
const attention: MantineColorsTuple = [
  '#fdf4e3',
  '#f8e6c3',
  '#f0d193',
  '#e8bb62',
  '#dda53c',
  '#c48618',
  '#a56d0c',
  '#855605',
  '#674302',
  '#4a3001',
]
const bad: MantineColorsTuple = [
  '#fcedec',
  '#f8d7d5',
  '#f1b3af',
  '#ea8d87',
  '#e26a62',
  '#d14a41',
  '#bb332a',
  '#9d251d',
  '#7d1b15',
  '#5c120e',
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
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  spacing: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.25' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // FileInput uses it internally.
    FileButton: { defaultProps: { inputProps: CLEAR_ON_CLICK } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
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

/**
 * CSS variables for four meanings and the surfaces. Each meaning meets contrast level AA on every surface that it is
 * used on. docs/looks.md says what each is for.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#eef1f5',
    '--surface': '#ffffff',
    '--surface-sunken': '#f4f6f9',
    '--surface-hover': '#eaeef3',
    '--line': '#d3d9e1',
    '--line-soft': '#e6eaef',
    '--raised': '0 1px 2px rgb(16 24 40 / 6%)',
    '--good': '#1c7046',
    '--attention': '#855605',
    '--bad': '#b02a21',
    '--neutral': '#59636f',
    '--accent': '#235797',
    '--accent-soft': '#e0eaf7',
    '--attention-soft': '#fbf0d9',
    '--bad-soft': '#fce9e7',
    '--good-soft': '#e4f4eb',
    '--mantine-color-placeholder': '#67717d',
    '--mantine-color-error': '#b02a21',
    '--mantine-color-anchor': '#235797',
  },
  dark: {
    '--ground': '#0c0f13',
    '--surface': '#171c22',
    '--surface-sunken': '#12161b',
    '--surface-hover': '#232a32',
    '--line': '#303842',
    '--line-soft': '#242b33',
    '--raised': 'none',
    '--good': '#66c592',
    '--attention': '#e0ab50',
    '--bad': '#f08d85',
    '--neutral': '#a3acb6',
    '--accent': '#8cb3de',
    '--accent-soft': '#1c2c41',
    '--attention-soft': '#33280f',
    '--bad-soft': '#3a1d1b',
    '--good-soft': '#14301f',
    '--mantine-color-placeholder': '#929ca7',
    '--mantine-color-error': '#f08d85',
    '--mantine-color-anchor': '#8cb3de',
  },
})
