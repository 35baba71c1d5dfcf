import { SegmentedControl } from '@mantine/core'
import { PERIOD_DEFINITION } from '@despatch/domain/reports/figures'
import { type Period, periodText } from '@despatch/domain/reports/periods'
import type { ReportName } from '@despatch/domain/reports/report-names'
import type { ReactNode } from 'react'
import { DaysChip } from '../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../kit/list/filters/filter-row.tsx'
import { ListPage } from '../kit/list/list-page.tsx'
import { EmbeddedOrOwnReport } from '../kit/exports/embedded-or-own-report.tsx'
import { ReportProblem } from '../kit/exports/report-problem.tsx'
import { FiguresSkeleton } from '../kit/chart/figures-skeleton.tsx'
import { StillCounting } from '../kit/chart/still-counting.tsx'
import { wrongPeriodText } from '../kit/list/filters/wrong-period.ts'
import { comparisonTexts, unfinishedText } from './figure-text.ts'
import { areCostsPending } from './report-queries.ts'
import styles from './reports.module.css'

type Preset = { readonly label: string; readonly period: Period }
type ReportPageProps = {
  readonly title: string
  /** The report that Power BI may replace. */
  readonly report: ReportName
  readonly period: Period
  readonly presets?: readonly Preset[]
  readonly onPeriod?: (period: Period) => void
  /** More filters, as chips. */
  readonly filters?: ReactNode
  /** Its tiles compare the period with the one before. */
  readonly isCompared?: boolean
  readonly isNarrowed?: boolean
  readonly onClear?: () => void
  readonly action?: ReactNode
  readonly query: { readonly data: unknown; readonly error: Error | null; refetch(): unknown }
  readonly children: ReactNode
}

/** The layout of all reports: period, filters and figures, or why there are none. */
export function ReportPage(props: ReportPageProps) {
  const {
    title,
    report,
    period,
    presets = [],
    onPeriod,
    filters,
    isCompared = false,
    isNarrowed = false,
    onClear,
    action,
    query,
    children,
  } = props
  const chosen = presets.find(({ period: one }) => one.startDate === period.startDate && one.endDate === period.endDate)
  const wrong = wrongPeriodText(period)
  return (
    <ListPage
      title={title}
      // A period that ends before it begins is reported by its chip only.
      counted={
        period.startDate <= period.endDate
          ? [
              periodText(period),
              isCompared && `Compared with ${comparisonTexts(period).before}`,
              unfinishedText(period),
            ]
              .filter(Boolean)
              .join('. ')
          : ''
      }
      action={action}
      filters={
        (onPeriod || filters) && (
          <>
            {onPeriod && presets.length > 0 && (
              <SegmentedControl
                size="xs"
                className={styles.periods}
                aria-label="Period"
                data={presets.map(({ label }) => label)}
                value={chosen?.label ?? ''}
                onChange={(label) => {
                  const preset = presets.find((one) => one.label === label)
                  if (preset) onPeriod(preset.period)
                }}
              />
            )}
            <FilterRow isNarrowed={isNarrowed} onClear={() => onClear?.()}>
              {onPeriod && (
                <DaysChip
                  name="Days"
                  value={{ dateFrom: period.startDate, dateTo: period.endDate }}
                  verb="Counted"
                  isOn={false}
                  onChange={({ dateFrom, dateTo }) => {
                    if (dateFrom && dateTo) onPeriod({ startDate: dateFrom, endDate: dateTo })
                  }}
                />
              )}
              {filters}
            </FilterRow>
          </>
        )
      }
    >
      <div className={styles.page}>
        <EmbeddedOrOwnReport report={report} period={period}>
          {wrong ? (
            <p className={styles.remark} role="alert">
              {wrong}
            </p>
          ) : query.error ? (
            <ReportProblem error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <FiguresSkeleton />
          ) : (
            <>
              {areCostsPending(query.data) && (
                <p className={styles.remark} role="status">
                  Recent costs are still being calculated.
                </p>
              )}
              <StillCounting data={query.data} />
              {children}
              <p className={styles.remark}>{PERIOD_DEFINITION}</p>
            </>
          )}
        </EmbeddedOrOwnReport>
      </div>
    </ListPage>
  )
}
