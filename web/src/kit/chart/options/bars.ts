import { withMinus } from '@despatch/domain/money/money'
import type { ChartOption } from '../draw.ts'
import type { Palette } from '../palette.ts'
import { FONT } from './step-lines.ts'

export type Bar = {
  readonly name: string
  readonly value: number
  /** The value is not final yet: drawn pale, with a dashed edge. */
  readonly isOpen?: boolean
  /** The bar that a finding is about: in the colour of the series, and the others in grey. */
  readonly isMarked?: boolean
  /** The label at the bar’s end, if it is not the value. */
  readonly label?: string
  /** The value to compare with, drawn as a step behind the bars. */
  readonly before?: number
}

type BarsProps = {
  readonly bars: readonly Bar[]
  readonly direction: 'up' | 'across'
  /** The end of the value axis, if it is fixed. */
  readonly most?: number
  /** Names of the bars and of the line that they are compared with, which has its name at its end. */
  readonly names?: { readonly now: string; readonly before: string }
}

/** Marks the bars that a finding names, such as 'DPD and Evri: 60% of parcels' or 'Week of 9 Mar: 20% above average'. */
export function markNamed(bars: readonly Bar[], finding: string): readonly Bar[] {
  const subject = finding.slice(0, Math.max(0, finding.lastIndexOf(': ')))
  const isNamed = ({ name }: Bar) =>
    subject === name ||
    subject === `Week of ${name}` ||
    subject.startsWith(`${name} and `) ||
    subject.endsWith(` and ${name}`)
  return bars.map((bar) => (subject !== '' && isNamed(bar) ? { ...bar, isMarked: true } : bar))
}

/** The height of horizontal bars, in pixels: their own, so that a card ends with its last bar. */
export const barsHeight = (count: number) => Math.max(2, count) * 28

/** A bar chart with a figure at each bar: vertical for periods, horizontal for named things. */
export function barsOption({ bars, direction, most, names: legendNames }: BarsProps, palette: Palette): ChartOption {
  const text = { color: palette.muted, fontFamily: FONT, fontSize: 12 }
  const names = {
    type: 'category' as const,
    data: bars.map(({ name }) => name),
    inverse: direction === 'across',
    axisLabel: {
      ...text,
      color: palette.text,
      // Names wrap rather than being cut.
      ...(direction === 'across' && { width: nameWidth(bars), overflow: 'break' as const, lineHeight: 14 }),
    },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
  }
  const values = {
    type: 'value' as const,
    min: 0,
    minInterval: 1,
    splitNumber: 4,
    ...(most !== undefined && { max: most }),
    axisLabel: { ...text, show: direction === 'up' },
    splitLine: { show: direction === 'up', lineStyle: { color: palette.line } },
  }
  const isCompared = legendNames !== undefined && bars.some(({ before }) => before !== undefined)
  const isLabelled = direction === 'across' || (bars.length <= 16 && !isCompared)
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: {
      left: 8,
      right: direction === 'across' ? labelWidth(bars) : isCompared ? endWidth(legendNames.before) : 8,
      top: direction === 'across' ? 0 : 24,
      bottom: direction === 'across' ? 0 : 8,
      outerBoundsMode: 'same',
    },
    tooltip: tooltipOf(bars, legendNames?.before ?? 'before', palette),
    xAxis: direction === 'up' ? names : values,
    yAxis: direction === 'up' ? values : names,
    series: [
      barSeries({ bars, direction, name: legendNames?.now, isLabelled }, palette),
      ...(isCompared ? [lineBefore(bars, legendNames.before, palette)] : []),
    ],
  }
}

type BarSeriesInput = Pick<BarsProps, 'bars' | 'direction'> & {
  readonly name: string | undefined
  readonly isLabelled: boolean
}

/** The bars with their figures. Values that are not final are pale. */
function barSeries({ bars, direction, name, isLabelled }: BarSeriesInput, palette: Palette) {
  const own = palette.series[0] ?? palette.text
  const isOneMarked = bars.some(({ isMarked }) => isMarked)
  const colorOf = (isMarked = false) => (isOneMarked && !isMarked ? palette.other : own)
  return {
    type: 'bar' as const,
    ...(name !== undefined && { name }),
    color: own,
    barMaxWidth: direction === 'up' ? 42 : 18,
    // Hide figures that would overlap; they are still in the table and the tooltip.
    labelLayout: { hideOverlap: true },
    cursor: 'pointer',
    label: { formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(bars[dataIndex]) },
    data: bars.map(({ value, isOpen, isMarked }) => ({
      value,
      itemStyle: isOpen ? openStyle(colorOf(isMarked)) : { color: colorOf(isMarked) },
      label: {
        show: isLabelled,
        position: direction === 'up' ? ('top' as const) : ('right' as const),
        color: palette.text,
        fontFamily: FONT,
        fontSize: 12,
      },
    })),
  }
}

const openStyle = (color: string) => ({
  color,
  opacity: 0.35,
  borderColor: color,
  borderType: 'dashed' as const,
  borderWidth: 1,
})

const valueText = (value: number) => withMinus(value.toLocaleString('en-GB'))
const labelOf = (bar: Bar | undefined) => bar?.label ?? (bar ? valueText(bar.value) : '')

/** Width of the names beside horizontal bars, in pixels: that of the longest, but no more than {@link MAX_NAME}. */
const nameWidth = (bars: readonly Bar[]) =>
  Math.min(MAX_NAME, Math.max(...bars.map(({ name }) => name.length)) * 7.2 + 8)
const MAX_NAME = 200

/** Width to reserve beside horizontal bars for their labels, in pixels. */
const labelWidth = (bars: readonly Bar[]) => Math.max(56, ...bars.map(({ label }) => (label?.length ?? 0) * 6.6 + 12))

/** Width to reserve for the name at the end of the line, a word on each line, in pixels. */
const endWidth = (name: string) => Math.max(...name.split(' ').map(({ length }) => length)) * 6.6 + 28

/** The level that each bar is compared with: a grey step behind the bars, with its name at its end. */
const lineBefore = (bars: readonly Bar[], name: string, palette: Palette) => ({
  type: 'line' as const,
  name,
  data: bars.map(({ before }) => before ?? null),
  step: 'middle' as const,
  symbol: 'none',
  z: 1,
  color: palette.other,
  lineStyle: { width: 2, color: palette.other },
  endLabel: {
    show: true,
    formatter: name.replaceAll(' ', '\n'),
    color: palette.muted,
    fontFamily: FONT,
    fontSize: 12,
    lineHeight: 14,
    offset: [20, 0],
  },
})

/** The looks of every tooltip. */
export const plainTooltip = (palette: Palette) => ({
  confine: true,
  backgroundColor: palette.surface,
  borderColor: palette.line,
  textStyle: { color: palette.text, fontFamily: FONT, fontSize: 12 },
})

/** The tooltip of a bar. */
const tooltipOf = (bars: readonly Bar[], before: string, palette: Palette): NonNullable<ChartOption['tooltip']> => ({
  ...plainTooltip(palette),
  trigger: 'item',
  formatter: (pointed) => {
    const { dataIndex = 0 } = Array.isArray(pointed) ? { dataIndex: 0 } : pointed
    const bar = bars[dataIndex]
    if (!bar) return ''
    const text = `${escaped(bar.name)}: ${escaped(labelOf(bar))}`
    return bar.before === undefined ? text : `${text}<br>${escaped(before)}: ${valueText(bar.before)}`
  },
})

/** A text within the HTML of a tooltip. */
export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
