import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { WeekFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays } from '@despatch/domain/calendar/day'
import { RATE_DEFINITION } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { isOpenWeek } from '@despatch/domain/returns/dashboard-and-trend/ripeness'
import { useCallback, useMemo } from 'react'
import { barsOption, markNamed } from '../../kit/chart/options/bars.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import type { Palette } from '../../kit/chart/palette.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import type { FigureSearch } from './figure-search.ts'
import { definitionOf, trendMeasure, trendSentence, weekBars, weekTable } from './figure-text.ts'
import styles from './figures.module.css'

type WeekChartProps = {
  readonly weeks: readonly WeekFigures[]
  readonly search: FigureSearch
  readonly linesAddress: (search: Partial<FigureSearch>) => string
}

const TITLE = 'Units by week'

/** A chart of returns by week with a summary. A bar opens its returns. */
export function WeekChart({ weeks, search, linesAddress }: WeekChartProps) {
  const goTo = useGoTo()
  const sentence = trendSentence(weeks, search.countedBy)
  const option = useCallback(
    (palette: Palette) => barsOption({ bars: markNamed(weekBars(weeks), sentence), direction: 'up' }, palette),
    [weeks, sentence],
  )
  const figures = useMemo(() => weekTable(weeks), [weeks])
  const open = useCallback(
    (index: number) => {
      const week = weeks[index]?.week
      if (week === undefined) return
      const sunday = addDays(week, 6)
      const days = {
        startDate: week < search.startDate ? search.startDate : week,
        endDate: sunday > search.endDate ? search.endDate : sunday,
      }
      goTo(linesAddress({ ...search, ...days }))
    },
    [weeks, search, linesAddress, goTo],
  )
  return (
    <div className={styles.figure}>
      <Chart
        title={TITLE}
        finding={sentence}
        subtitle={trendMeasure(weeks, search.countedBy)}
        summary={sentence || `Units returned, in ${weeks.length} weeks; the table has the figures`}
        option={option}
        figures={figures}
        height={340}
        onPoint={open}
      >
        <Definition
          of={TITLE}
          definition={definitionOf(
            search.countedBy,
            undefined,
            'Weeks run Monday–Sunday, UK time.',
            `Rate: ${RATE_DEFINITION}`,
          )}
        />
      </Chart>
      {weeks.some(isOpenWeek) && <p className={styles.remark}>More returns are expected for pale weeks.</p>}
    </div>
  )
}
