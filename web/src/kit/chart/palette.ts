/** The product's colours as they are drawn now, light or dark, for what cannot read CSS variables. */
export type Palette = {
  readonly surface: string
  readonly line: string
  readonly text: string
  readonly muted: string
  /** For one series after the other; lines and patterns tell them apart as well. */
  readonly series: readonly string[]
}

const SERIES = ['--accent', '--attention', '--good', '--bad', '--neutral']

/** Reads the colours of the page. */
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
