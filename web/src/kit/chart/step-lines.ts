import type { ChartOption } from './draw.ts'
import type { Palette } from './palette.ts'

/** A stretch above `from` up to and with `to` on which a value is the same; null is none. */
export type Piece = { readonly from: number; readonly to: number; readonly value: number | null }

export type StepLine = {
  readonly name: string
  readonly pieces: readonly Piece[]
  /** What is compared with. */
  readonly isDashed?: boolean
}

type Given = {
  readonly lines: readonly StepLine[]
  /** The unit that the axis along counts in. */
  readonly along: string
  readonly most: number
  /** What is counted along is whole, from 1 on: a point for each, and nothing between them. */
  readonly isCounted?: boolean
  /** How a value stands on its axis and beside the pointer. */
  readonly valueText: (value: number) => string
}

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** Values that stay the same for a stretch and then step: a line each, the axes from zero. */
export function stepLines(given: Given, palette: Palette): ChartOption {
  const { lines, along, most, isCounted = false, valueText } = given
  const axisText = { color: palette.muted, fontFamily: FONT, fontSize: 12 }
  const axis = {
    type: 'value' as const,
    axisLabel: axisText,
    axisLine: { show: true, lineStyle: { color: palette.line } },
    splitLine: { lineStyle: { color: palette.line } },
    nameTextStyle: axisText,
  }
  const counts = isCounted ? Array.from({ length: most }, (_, index) => index + 1) : []
  // What is beyond every line is there to show that it ends: its end is no figure of theirs.
  const endsBefore = lines.every(({ pieces }) => valueAt(pieces, most) === null)
  return {
    animation: false,
    color: [...palette.series],
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: 24, top: lines.length > 1 ? 40 : 16, bottom: 12, outerBoundsMode: 'same' },
    legend: {
      show: lines.length > 1,
      top: 0,
      left: 0,
      ...(!isCounted && { icon: 'path://M0 4h30v2H0z', itemWidth: 28 }),
      textStyle: { color: palette.text, fontFamily: FONT },
      inactiveColor: palette.muted,
    },
    tooltip: tooltipOf(given, palette),
    xAxis: {
      ...axis,
      ...(isCounted
        ? { type: 'category', data: counts.map(String), splitLine: { show: false } }
        : { min: 0, max: most, axisLabel: { ...axisText, showMaxLabel: endsBefore ? false : null } }),
      name: along,
      nameLocation: 'middle',
      nameGap: 26,
    },
    yAxis: { ...axis, min: 0, axisLabel: { ...axisText, formatter: (value: number) => valueText(value) } },
    series: lines.map((line, index) => ({
      ...seriesOf(line, isCounted, palette.series[index] ?? palette.text),
      data: isCounted ? counts.map((count) => valueAt(line.pieces, count)) : pointsOf(line.pieces),
    })),
  }
}

/** What every line is at beside the pointer. */
function tooltipOf({ lines, along, valueText }: Given, palette: Palette): NonNullable<ChartOption['tooltip']> {
  const saidAt = (at: number) =>
    lines.map(({ name, pieces }) => {
      const value = valueAt(pieces, at)
      return `${name}: ${value === null ? 'no price' : valueText(value)}`
    })
  return {
    trigger: 'axis',
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    textStyle: { color: palette.text, fontFamily: FONT, fontSize: 12 },
    axisPointer: { type: 'line', snap: false, lineStyle: { color: palette.muted } },
    formatter: (pointed) => {
      const [first] = Array.isArray(pointed) ? pointed : [pointed]
      const at = Number((first as { axisValue?: number | string } | undefined)?.axisValue ?? 0)
      return [`${roundedText(at)} ${along}`, ...saidAt(at)].join('<br>')
    },
  }
}

/** A line as it is drawn. Points in one place are told apart by their shape as well. */
const seriesOf = ({ name, isDashed = false }: StepLine, isCounted: boolean, color: string) => ({
  type: 'line' as const,
  name,
  symbol: !isCounted ? 'none' : isDashed ? 'emptyDiamond' : 'circle',
  symbolSize: isDashed ? 11 : 7,
  showAllSymbol: true,
  z: isDashed ? 2 : 3,
  lineStyle: { width: isCounted ? 0 : 2, type: isDashed ? ('dashed' as const) : ('solid' as const), color },
})

/** What the pieces say of a quantity; null where there is none. The first one holds its beginning too. */
export function valueAt(pieces: readonly Piece[], at: number): number | null {
  const [first] = pieces
  if (first && at <= first.from) return at === first.from ? first.value : null
  return pieces.find(({ to }) => at <= to)?.value ?? null
}

/** Both ends of each piece; a gap where there is no value. */
function pointsOf(pieces: readonly Piece[]): [number, number | null][] {
  return pieces.flatMap(({ from, to, value }): [number, number | null][] => [
    [from, value],
    [to, value],
  ])
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const roundedText = (value: number) => figures.format(value)
