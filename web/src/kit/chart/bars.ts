import { withMinus } from '@despatch/domain/money/money'
import type { ChartOption } from './draw.ts'
import type { Palette } from './palette.ts'
import { FONT } from './step-lines.ts'

export type Bar = {
  readonly name: string
  readonly value: number
  /** Not all of it is known yet: drawn pale, with a broken edge. */
  readonly isOpen?: boolean
  /** What stands at its end, where it is not the value. */
  readonly label?: string
  /** What it is compared with: a point of a line beside the bars. */
  readonly before?: number
}

type BarsProps = {
  readonly bars: readonly Bar[]
  readonly direction: 'up' | 'across'
  /** Where the axis of values ends, where that is known. */
  readonly most?: number
  /** What bars, and what they are compared with, are called. */
  readonly names?: { readonly now: string; readonly before: string }
}

/** Quiet bars, each with its figure beside it: upright for what follows in time, across for what has names. */
export function barsOption({ bars, direction, most, names: called }: BarsProps, palette: Palette): ChartOption {
  const text = { color: palette.muted, fontFamily: FONT, fontSize: 12 }
  const names = {
    type: 'category' as const,
    data: bars.map(({ name }) => name),
    inverse: direction === 'across',
    axisLabel: {
      ...text,
      color: palette.text,
      ...(direction === 'across' && { width: 170, overflow: 'truncate' as const }),
    },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
  }
  const values = {
    type: 'value' as const,
    min: 0,
    minInterval: 1,
    ...(most !== undefined && { max: most }),
    axisLabel: { ...text, show: direction === 'up' },
    splitLine: { show: direction === 'up', lineStyle: { color: palette.line } },
  }
  const isCompared = called !== undefined && bars.some(({ before }) => before !== undefined)
  const isLabelled = direction === 'across' || (bars.length <= 16 && !isCompared)
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: {
      left: 8,
      right: direction === 'across' ? roomBeside(bars) : 8,
      top: isCompared ? 40 : 24,
      bottom: 8,
      outerBoundsMode: 'same',
    },
    tooltip: tooltipOf(bars, palette),
    xAxis: direction === 'up' ? names : values,
    yAxis: direction === 'up' ? values : names,
    ...(isCompared && { legend: legendOf(palette) }),
    series: [
      barSeries({ bars, direction, name: called?.now, isLabelled, isBehind: isCompared }, palette),
      ...(isCompared ? [lineBefore(bars, called.before, palette)] : []),
    ],
  }
}

type BarSeriesInput = Pick<BarsProps, 'bars' | 'direction'> & {
  readonly name: string | undefined
  readonly isLabelled: boolean
  /** Whether a line lies over them. */
  readonly isBehind: boolean
}

/** The bars with their figures; what is not the last word is pale. */
function barSeries({ bars, direction, name, isLabelled, isBehind }: BarSeriesInput, palette: Palette) {
  const color = palette.series[0] ?? palette.text
  return {
    type: 'bar' as const,
    ...(name !== undefined && { name }),
    color,
    barMaxWidth: direction === 'up' ? 42 : 18,
    // Where bars are narrow, figures would run into each other: those that have no room are in the table, and beside the pointer.
    labelLayout: { hideOverlap: true },
    cursor: 'pointer',
    label: { formatter: ({ dataIndex }: { dataIndex: number }) => labelOf(bars[dataIndex]) },
    data: bars.map(({ value, isOpen }) => ({
      value,
      itemStyle: isOpen
        ? { color, opacity: 0.35, borderColor: color, borderType: 'dashed' as const, borderWidth: 1 }
        : { color, opacity: isBehind ? 0.6 : 1 },
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

/** Up to so many points of a line are large enough to be told from it. */
const MARKED = 26

const valueText = (value: number) => withMinus(value.toLocaleString('en-GB'))
const labelOf = (bar: Bar | undefined) => bar?.label ?? (bar ? valueText(bar.value) : '')

/** A label that is more than a figure needs its own room. */
const roomBeside = (bars: readonly Bar[]) => Math.max(56, ...bars.map(({ label }) => (label?.length ?? 0) * 6.6 + 12))

const legendOf = (palette: Palette): NonNullable<ChartOption['legend']> => ({
  show: true,
  top: 0,
  left: 0,
  itemHeight: 8,
  textStyle: { color: palette.text, fontFamily: FONT },
  inactiveColor: palette.muted,
})

/**
 * What the bars are compared with: a line in the colour of text, the strongest there is on the page and on the bars alike. Points
 * mark it where there is room for them.
 */
const lineBefore = (bars: readonly Bar[], name: string, palette: Palette) => ({
  type: 'line' as const,
  name,
  data: bars.map(({ before }) => before ?? null),
  symbol: 'diamond',
  symbolSize: bars.length <= MARKED ? 8 : 4,
  cursor: 'pointer',
  color: palette.text,
  lineStyle: { width: 2, color: palette.text },
})

/** The bar beneath the pointer, in words. */
const tooltipOf = (bars: readonly Bar[], palette: Palette): NonNullable<ChartOption['tooltip']> => ({
  trigger: 'item',
  confine: true,
  backgroundColor: palette.surface,
  borderColor: palette.line,
  textStyle: { color: palette.text, fontFamily: FONT, fontSize: 12 },
  formatter: (pointed) => {
    const { dataIndex = 0 } = Array.isArray(pointed) ? { dataIndex: 0 } : pointed
    const bar = bars[dataIndex]
    if (!bar) return ''
    const text = `${escaped(bar.name)}: ${escaped(labelOf(bar))}`
    return bar.before === undefined ? text : `${text}<br>before: ${valueText(bar.before)}`
  },
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
