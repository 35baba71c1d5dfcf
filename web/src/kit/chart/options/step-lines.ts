import type { ChartOption } from '../draw.ts'
import type { Palette } from '../palette.ts'

/** A range above `from` up to and including `to` in which a value is constant; null means no value. */
export type Piece = { readonly from: number; readonly to: number; readonly value: number | null }

export type StepLine = {
  readonly name: string
  readonly pieces: readonly Piece[]
  /** A line to compare with. */
  readonly isDashed?: boolean
}

type StepLinesInput = {
  readonly lines: readonly StepLine[]
  /** The unit of the horizontal axis. */
  readonly along: string
  readonly most: number
  /** The horizontal axis counts whole things from 1: draw points, without lines between them. */
  readonly isCounted?: boolean
  /** Formats a value for the axis and the tooltip. */
  readonly valueText: (value: number) => string
}

export const FONT = '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** A chart of values that change in steps: one line each, with axes from zero. */
export function stepLines(input: StepLinesInput, palette: Palette): ChartOption {
  const { lines, along, most, isCounted = false, valueText } = input
  const axisText = { color: palette.muted, fontFamily: FONT, fontSize: 12 }
  const axis = {
    type: 'value' as const,
    axisLabel: axisText,
    axisLine: { show: true, lineStyle: { color: palette.line } },
    splitLine: { lineStyle: { color: palette.line } },
    nameTextStyle: axisText,
  }
  const counts = isCounted ? Array.from({ length: most }, (_, index) => index + 1) : []
  // Room beyond the lines shows that they end. Do not label the end of the axis: it is no value of theirs.
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
    tooltip: tooltipOf(input, palette),
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

/** A tooltip with the value of every line at the pointer. */
function tooltipOf({ lines, along, valueText }: StepLinesInput, palette: Palette): NonNullable<ChartOption['tooltip']> {
  const valueTextsAt = (at: number) =>
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
      return [`${roundedText(at)} ${along}`, ...valueTextsAt(at)].join('<br>')
    },
  }
}

/** Style of a line. Points differ in shape too, because they can overlap. */
const seriesOf = ({ name, isDashed = false }: StepLine, isCounted: boolean, color: string) => ({
  type: 'line' as const,
  name,
  symbol: !isCounted ? 'none' : isDashed ? 'emptyDiamond' : 'circle',
  symbolSize: isDashed ? 11 : 7,
  showAllSymbol: true,
  z: isDashed ? 2 : 3,
  lineStyle: { width: isCounted ? 0 : 2, type: isDashed ? ('dashed' as const) : ('solid' as const), color },
})

/** The value at a quantity; null if there is none. The first piece includes its start. */
export function valueAt(pieces: readonly Piece[], at: number): number | null {
  const [first] = pieces
  if (first && at <= first.from) return at === first.from ? first.value : null
  return pieces.find(({ to }) => at <= to)?.value ?? null
}

/** Both ends of each piece, with a gap where there is no value. */
function pointsOf(pieces: readonly Piece[]): [number, number | null][] {
  return pieces.flatMap(({ from, to, value }): [number, number | null][] => [
    [from, value],
    [to, value],
  ])
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const roundedText = (value: number) => figures.format(value)
