import { useCallback, useMemo } from 'react'
import { type Bar, barsHeight, barsOption, markNamed } from '../kit/chart/options/bars.ts'
import { Chart } from '../kit/chart/chart.tsx'
import { EmptyChart } from '../kit/chart/empty-chart.tsx'
import type { Figures } from '../kit/chart/figure-table.tsx'
import type { Palette } from '../kit/chart/palette.ts'
import { Definition } from '../kit/tile/definition.tsx'
import styles from './reports.module.css'

export type BarsFigureProps = {
  readonly title: string
  readonly definition: string
  /** Summary computed from the figures; '' if nothing stands out. */
  readonly sentence?: string
  /** Unit, period or comparison, beneath the heading. */
  readonly subtitle?: string
  readonly remark?: string
  readonly bars: readonly Bar[]
  readonly figures: Figures
  readonly direction: 'up' | 'across'
  /** Legend: the bars, and the comparison beside them. */
  readonly names?: { readonly now: string; readonly before: string }
  /** End of the axis, if fixed. */
  readonly most?: number
  readonly height?: number
  readonly onOpen?: (index: number) => void
}

/** Without values there are only empty axes. A bar with its own label, such as '0 of 62', counts as a value. */
const isEmpty = ({ value, before = 0, label }: Bar) => value === 0 && before === 0 && label === undefined

/** A bar chart with its summary, definition, table of figures, and a list behind each bar. */
export function BarsFigure(props: BarsFigureProps) {
  const {
    title,
    definition,
    sentence = '',
    subtitle = '',
    remark,
    bars,
    figures,
    direction,
    names,
    most,
    height,
    onOpen,
  } = props
  const option = useCallback(
    (palette: Palette) =>
      barsOption(
        { bars: markNamed(bars, sentence), direction, ...(names && { names }), ...(most !== undefined && { most }) },
        palette,
      ),
    [bars, direction, names, most, sentence],
  )
  const kept = useMemo(() => figures, [figures])
  return (
    <div className={styles.figure}>
      {bars.every(isEmpty) ? (
        <EmptyChart title={title} />
      ) : (
        <Chart
          title={title}
          finding={sentence}
          subtitle={subtitle}
          summary={sentence || `${title}: ${bars.length} bars; the table has the figures`}
          option={option}
          figures={kept}
          height={height ?? (direction === 'across' ? barsHeight(bars.length) : 280)}
          {...(onOpen && { onPoint: onOpen })}
        >
          <Definition of={title} definition={definition} />
        </Chart>
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </div>
  )
}
