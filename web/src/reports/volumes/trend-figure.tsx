import { useCallback } from 'react'
import { Chart } from '../../kit/chart/chart.tsx'
import { EmptyChart } from '../../kit/chart/empty-chart.tsx'
import type { Figures } from '../../kit/chart/figure-table.tsx'
import type { Palette } from '../../kit/chart/palette.ts'
import { twoLines } from '../../kit/chart/options/two-lines.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import { startText } from '../figure-text.ts'
import styles from '../reports.module.css'
import { weekMarks } from './week-marks.ts'

type TrendFigureProps = {
  readonly title: string
  readonly definition: string
  /** Summary computed from the figures; '' if nothing stands out. */
  readonly sentence: string
  readonly labels: { readonly now: string; readonly before: string }
  /** Null where no data exists. */
  readonly weeks: readonly { readonly start: string; readonly value: number | null; readonly before: number | null }[]
  readonly figures: Figures
  readonly onOpen: (index: number) => void
}

/** Weeks as a line beside those of the year before, with the busiest and that of Black Friday marked. */
export function TrendFigure(props: TrendFigureProps) {
  const { title, definition, sentence, labels, weeks, figures, onOpen } = props
  const option = useCallback(
    (palette: Palette) =>
      twoLines(
        {
          names: weeks.map(({ start }) => startText(start, 'week')),
          now: weeks.map(({ value }) => value),
          before: weeks.map(({ before }) => before),
          labels,
          marks: weekMarks(weeks.map(({ start, value }) => ({ start, value: value ?? 0 }))),
        },
        palette,
      ),
    [weeks, labels],
  )
  return (
    <div className={styles.figure}>
      {weeks.every(({ value, before }) => !value && !before) ? (
        <EmptyChart title={title} />
      ) : (
        <Chart
          title={title}
          finding={sentence}
          summary={sentence || `${title}: ${weeks.length} weeks; the table has the figures`}
          option={option}
          figures={figures}
          height={320}
          onPoint={onOpen}
        >
          <Definition of={title} definition={definition} />
        </Chart>
      )}
    </div>
  )
}
