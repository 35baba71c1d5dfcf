/** The present theme colours, light or dark, for code that cannot use CSS variables. */
export type Palette = {
  readonly surface: string
  readonly line: string
  readonly text: string
  readonly muted: string
  /** One colour per series. Lines and patterns distinguish series too. */
  readonly series: readonly string[]
}

const SERIES = ['--accent', '--attention', '--good', '--bad', '--neutral']

/** Reads the colours from the page’s CSS variables. */
export function currentPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: of('--surface'),
    line: of('--line'),
    text: of('--mantine-color-text'),
    muted: of('--neutral'),
    series: SERIES.map(of),
  }
}
