import { useCallback, useMemo } from 'react'
import { type Bar, barsOption } from '../kit/chart/bars.ts'
import { Chart } from '../kit/chart/chart.tsx'
import type { Figures } from '../kit/chart/figure-table.tsx'
import type { Palette } from '../kit/chart/palette.ts'
import { Definition } from './definition.tsx'
import styles from './reports.module.css'

const BAR_PX = 30
const LEAST_PX = 120

export type BarsFigureProps = {
  readonly title: string
  readonly definition: string
  /** Computed of the figures; '' where nothing stands out. */
  readonly sentence?: string
  readonly remark?: string
  readonly bars: readonly Bar[]
  readonly figures: Figures
  readonly direction: 'up' | 'across'
  /** What the bars are, and what stands beside them for comparison. */
  readonly names?: { readonly now: string; readonly before: string }
  /** Where the axis ends, where that is known. */
  readonly most?: number
  readonly height?: number
  readonly onOpen?: (index: number) => void
}

/** Bars of nothing would be axes around an empty field. What has words of its own, as '0 of 62', says something. */
const isNothing = ({ value, before = 0, label }: Bar) => value === 0 && before === 0 && label === undefined

/** One quiet chart with its sentence, its definition, the same figures as a table, and the list behind each bar. */
export function BarsFigure(props: BarsFigureProps) {
  const { title, definition, sentence = '', remark, bars, figures, direction, names, most, height, onOpen } = props
  const option = useCallback(
    (palette: Palette) =>
      barsOption({ bars, direction, ...(names && { names }), ...(most !== undefined && { most }) }, palette),
    [bars, direction, names, most],
  )
  const kept = useMemo(() => figures, [figures])
  return (
    <div className={styles.figure}>
      {sentence && <p className={styles.sentence}>{sentence}</p>}
      {bars.every(isNothing) ? (
        <section aria-label={title}>
          <h2 className={styles.emptyTitle}>{title}</h2>
          <p className={styles.remark}>Nothing to show.</p>
        </section>
      ) : (
        <Chart
          title={title}
          summary={sentence || `${title}: ${bars.length} bars; the table has the figures`}
          option={option}
          figures={kept}
          height={height ?? (direction === 'across' ? Math.max(LEAST_PX, bars.length * BAR_PX + 40) : 280)}
          {...(onOpen && { onPoint: onOpen })}
        >
          <Definition of={title} definition={definition} />
        </Chart>
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </div>
  )
}
