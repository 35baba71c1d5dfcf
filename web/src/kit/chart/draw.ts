import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  type GridComponentOption,
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, init, use as include } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'

// What is named here alone is in the bundle; another kind of chart adds its own.
include([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout, SVGRenderer])

/** What a chart shows, in the terms of ECharts. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

export type Drawing = {
  show(option: ChartOption): void
  /** Tells which of its bars or points is clicked, counted from 0; the last listener alone. */
  onPoint(listener: (index: number) => void): void
  resize(): void
  /** The picture as it is drawn now, as an SVG file's text. */
  svg(): string
  dispose(): void
}

/** Where there is little room, names beside bars leave more of it to what the bars say, and take two lines. */
const TWO_LINES = { width: 110, overflow: 'break', lineHeight: 13, height: 27, lineOverflow: 'truncate' } as const
/** What stands in brackets behind a figure is left to the table, and to what is shown beside the pointer. */
const MAX_BESIDE = 96
function narrowed({ grid, series }: ChartOption) {
  const right = Array.isArray(grid) ? 0 : Number(grid?.right ?? 0)
  const [bars] = Array.isArray(series) ? series : [series]
  const whole = bars?.label?.formatter
  const isLong = right > MAX_BESIDE && typeof whole === 'function'
  const short = (point: Parameters<Exclude<typeof whole, string | undefined>>[0]) =>
    isLong ? whole(point).replace(/ \(.*$/, '') : ''
  const option = {
    yAxis: { axisLabel: TWO_LINES },
    ...(isLong && { grid: { right: MAX_BESIDE }, series: [{ label: { formatter: short } }] }),
  }
  return [{ query: { maxWidth: 380 }, option }]
}
/** Beside figures no names stand. */
const hasNames = ({ yAxis }: ChartOption) => !Array.isArray(yAxis) && yAxis?.type === 'category'

/** Draws into an element, as SVG. */
export function drawIn(element: HTMLElement): Drawing {
  const chart = init(element, null, { renderer: 'svg' })
  return {
    show: (option) =>
      chart.setOption({ baseOption: option, media: hasNames(option) ? narrowed(option) : [] }, { notMerge: true }),
    onPoint(listener) {
      chart.off('click')
      chart.on('click', ({ dataIndex }) => listener(dataIndex))
    },
    resize: () => chart.resize(),
    svg: () => chart.renderToSVGString(),
    dispose: () => chart.dispose(),
  }
}
