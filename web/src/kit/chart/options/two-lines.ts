import { withMinus } from '@despatch/domain/money/money'
import { escaped, plainTooltip } from './bars.ts'
import type { ChartOption } from '../draw.ts'
import type { Palette } from '../palette.ts'
import { FONT } from './step-lines.ts'

export type TwoLinesInput = {
  /** Names of the points along the axis. */
  readonly names: readonly string[]
  readonly now: readonly (number | null)[]
  /** What they are compared with; null where it is not known. */
  readonly before: readonly (number | null)[]
  readonly labels: { readonly now: string; readonly before: string }
  /** Words at points that explain themselves, e.g. 'Peak', by index. */
  readonly marks: ReadonlyMap<number, string>
}

const text = (value: number | null | undefined) =>
  typeof value === 'number' ? withMinus(value.toLocaleString('en-GB')) : '–'

/** Two lines with the gap between them filled. Each has its name at its end. */
export function twoLines(input: TwoLinesInput, palette: Palette): ChartOption {
  const { names, now, before, labels, marks } = input
  const axisText = { color: palette.muted, fontFamily: FONT, fontSize: 12 }
  const color = palette.series[0] ?? palette.text
  const pair = (of: (one: number, other: number) => number) =>
    now.map((value, at) => {
      const other = before[at]
      return typeof value === 'number' && typeof other === 'number' ? of(value, other) : null
    })
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: 96, top: 28, bottom: 8, outerBoundsMode: 'same' },
    tooltip: tooltipOf(input, palette),
    xAxis: {
      type: 'category',
      data: [...names],
      boundaryGap: false,
      axisLabel: { ...axisText, color: palette.text },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.line } },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 4,
      axisLabel: axisText,
      splitLine: { lineStyle: { color: palette.line } },
    },
    series: [
      {
        ...lineOf(labels.now, color, 2.5),
        z: 4,
        data: now.map((value, at) => {
          const mark = marks.get(at)
          if (mark === undefined) return { value }
          return {
            value,
            symbolSize: 9,
            label: {
              show: true,
              position: sideOf(at, now.length),
              formatter: mark,
              color: palette.text,
              fontFamily: FONT,
            },
          }
        }),
      },
      { ...lineOf(labels.before, palette.other, 1.5, palette.muted), z: 3, data: [...before] },
      { ...gapOf, data: pair(Math.min) },
      { ...gapOf, data: pair((one, other) => Math.abs(one - other)), areaStyle: { color, opacity: 0.12 } },
    ],
  }
}

/** A tooltip with both values at the pointer. */
const tooltipOf = (
  { names, now, before, labels, marks }: TwoLinesInput,
  palette: Palette,
): NonNullable<ChartOption['tooltip']> => ({
  ...plainTooltip(palette),
  trigger: 'axis',
  formatter: (pointed) => {
    const { dataIndex = 0 } = (Array.isArray(pointed) ? pointed[0] : pointed) ?? {}
    return [
      escaped([names[dataIndex], marks.get(dataIndex)].filter(Boolean).join(', ')),
      `${labels.now}: ${text(now[dataIndex])}`,
      `${labels.before}: ${text(before[dataIndex])}`,
    ].join('<br>')
  },
})

/** A word near the right edge stands to the left of its point, where it does not meet the names of the lines. */
const sideOf = (at: number, count: number) => (at > count * 0.85 ? ('left' as const) : ('top' as const))

/** A line whose name is at its end. Points are drawn, so that a single one is seen. */
const lineOf = (name: string, color: string, width: number, textColor = color) => ({
  type: 'line' as const,
  name,
  color,
  symbol: 'circle',
  symbolSize: 4,
  showAllSymbol: true,
  cursor: 'pointer',
  lineStyle: { width, color },
  endLabel: { show: true, formatter: name, color: textColor, fontFamily: FONT, fontSize: 12, fontWeight: 500 as const },
})

/** The invisible floor of the gap, and the gap stacked on it. */
const gapOf = {
  type: 'line' as const,
  stack: 'gap',
  silent: true,
  symbol: 'none',
  lineStyle: { width: 0 },
  tooltip: { show: false },
  z: 1,
}
