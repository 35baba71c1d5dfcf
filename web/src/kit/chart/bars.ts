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
}

type BarsProps = { readonly bars: readonly Bar[]; readonly direction: 'up' | 'across' }

/** Quiet bars, each with its figure beside it: upright for what follows in time, across for what has names. */
export function barsOption({ bars, direction }: BarsProps, palette: Palette): ChartOption {
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
    axisLabel: { ...text, show: direction === 'up' },
    splitLine: { show: direction === 'up', lineStyle: { color: palette.line } },
  }
  const color = palette.series[0] ?? palette.text
  const isLabelled = direction === 'across' || bars.length <= 16
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: direction === 'across' ? 56 : 8, top: 24, bottom: 8, outerBoundsMode: 'same' },
    tooltip: tooltipOf(bars, palette),
    xAxis: direction === 'up' ? names : values,
    yAxis: direction === 'up' ? values : names,
    series: {
      type: 'bar',
      barMaxWidth: direction === 'up' ? 42 : 18,
      cursor: 'pointer',
      data: bars.map(({ value, isOpen, label }) => ({
        value,
        itemStyle: isOpen
          ? { color, opacity: 0.35, borderColor: color, borderType: 'dashed' as const, borderWidth: 1 }
          : { color },
        label: {
          show: isLabelled,
          position: direction === 'up' ? ('top' as const) : ('right' as const),
          formatter: label ?? value.toLocaleString('en-GB'),
          color: palette.text,
          fontFamily: FONT,
          fontSize: 12,
        },
      })),
    },
  }
}

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
    return bar ? `${escaped(bar.name)}: ${escaped(bar.label ?? bar.value.toLocaleString('en-GB'))}` : ''
  },
})

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
