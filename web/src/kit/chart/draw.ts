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

// Only what is listed here is bundled. Add the parts that a new kind of chart needs.
include([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout, SVGRenderer])

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

export type Drawing = {
  show(option: ChartOption): void
  /** Calls the listener with the index of a clicked bar or point, from 0. Replaces the previous listener. */
  onPoint(listener: (index: number) => void): void
  /** Shows the tooltip of a bar or point. */
  point(index: number): void
  resize(): void
  /** The present picture as SVG text. */
  svg(): string
  dispose(): void
}

/** In a narrow chart, names beside bars are narrower and wrap to two lines. */
const TWO_LINES = { width: 110, overflow: 'break', lineHeight: 13, height: 27, lineOverflow: 'truncate' } as const
/** Wider labels lose their part in brackets in a narrow chart; the table and the tooltip still show it. */
const MAX_LABEL_WIDTH = 96
function narrowed({ grid, series }: ChartOption) {
  const right = Array.isArray(grid) ? 0 : Number(grid?.right ?? 0)
  const [bars] = Array.isArray(series) ? series : [series]
  const whole = bars?.label?.formatter
  const isLong = right > MAX_LABEL_WIDTH && typeof whole === 'function'
  const short = (point: Parameters<Exclude<typeof whole, string | undefined>>[0]) =>
    isLong ? whole(point).replace(/ \(.*$/, '') : ''
  const option = {
    yAxis: { axisLabel: TWO_LINES },
    ...(isLong && { grid: { right: MAX_LABEL_WIDTH }, series: [{ label: { formatter: short } }] }),
  }
  return [{ query: { maxWidth: 380 }, option }]
}
/** Whether the vertical axis has names rather than figures. */
const hasNames = ({ yAxis }: ChartOption) => !Array.isArray(yAxis) && yAxis?.type === 'category'

/** Creates an SVG chart in an element. */
export function drawIn(element: HTMLElement): Drawing {
  const chart = init(element, null, { renderer: 'svg' })
  let isAcross = false
  return {
    show(option) {
      isAcross = hasNames(option)
      chart.setOption({ baseOption: option, media: isAcross ? narrowed(option) : [] }, { notMerge: true })
    },
    onPoint(listener) {
      // The whole column or row of a point can be clicked, not its mark alone.
      const surface = chart.getZr()
      surface.off('click')
      surface.on('click', ({ offsetX, offsetY }) => {
        const at = [offsetX, offsetY]
        if (!chart.containPixel('grid', at)) return
        const [column = 0, row = 0] = chart.convertFromPixel('grid', at)
        listener(Math.round(isAcross ? row : column))
      })
    },
    point: (dataIndex) => chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex }),
    resize: () => chart.resize(),
    svg: () => chart.renderToSVGString(),
    dispose: () => chart.dispose(),
  }
}
