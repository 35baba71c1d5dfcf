/** The present theme colours, light or dark, for code that cannot use CSS variables. */
export type Palette = {
  readonly surface: string
  readonly line: string
  readonly text: string
  readonly muted: string
  /** What series are compared with: last year, the others. */
  readonly other: string
  /** One colour per series. Lines and patterns distinguish series too. */
  readonly series: readonly string[]
}

const SERIES = ['--data-1', '--data-2', '--data-3', '--data-4', '--data-5', '--data-6']

/** Reads the colours from the page’s CSS variables. */
export function currentPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: of('--surface'),
    line: of('--line'),
    text: of('--mantine-color-text'),
    muted: of('--neutral'),
    other: of('--data-other'),
    series: SERIES.map(of),
  }
}
