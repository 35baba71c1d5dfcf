import type { reports } from '@despatch/contract/reports/reports'
import type { ExceptionCause } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { FIGURES } from '@despatch/domain/reports/figures'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { EmptyChart } from '../../kit/chart/empty-chart.tsx'
import { StackedBars } from '../../kit/chart/stacked-bars.tsx'
import { Definition } from '../../kit/tile/definition.tsx'
import styles from '../reports.module.css'

type CarrierCausesFigureProps = {
  readonly data: RouteAnswer<typeof reports.exceptions>
  readonly onCarrier: (carrier: string) => void
  readonly onCause: (cause: ExceptionCause) => void
}

const TITLE = 'Delivery exceptions by carrier and cause'
/** Further causes are one part, 'Other'. */
const MAX_CAUSES = 3

/** Delivery exceptions by carrier, each a bar of its causes. */
export function CarrierCausesFigure({ data, onCarrier, onCause }: CarrierCausesFigureProps) {
  const { causes, carriers, carrierCauses } = data
  const main = causes.length > MAX_CAUSES + 1 ? causes.slice(0, MAX_CAUSES) : causes
  const others = causes.slice(main.length)
  const countOf = (carrier: string, of: readonly ExceptionCause[]) =>
    carrierCauses
      .filter((one) => one.carrier === carrier && of.some((c) => c.state === one.state && c.reason === one.reason))
      .reduce((sum, { events }) => sum + events, 0)
  const parts = [...main.map((cause) => [cause]), ...(others.length > 0 ? [others] : [])]
  const nameOf = (of: readonly ExceptionCause[]) => (of === others ? 'Other' : (of[0]?.title ?? ''))
  const open = (row: number) => onCarrier(carriers[row]?.carrier ?? '')
  if (carriers.length === 0)
    return (
      <div className={styles.figure}>
        <EmptyChart title={TITLE} />
      </div>
    )
  return (
    <div className={styles.figure}>
      <ChartFrame
        title={TITLE}
        finding={behindMost(
          causes.map(({ title, events }) => ({ name: title, value: events })),
          'delivery exceptions',
        )}
        subtitle="Carrier events"
        figures={{
          columns: ['Carrier', ...causes.map(({ title }) => title), 'All'],
          rows: carriers.map(({ carrier, carrierName, events }) => [
            carrierName,
            ...causes.map((cause) => formatCount(countOf(carrier, [cause]))),
            formatCount(events),
          ]),
        }}
        height={Math.max(160, carriers.length * 28 + 60)}
        onPoint={open}
        controls={<Definition of={TITLE} definition={FIGURES.exceptions.definition} />}
        picture={() => (
          <StackedBars
            label={TITLE}
            parts={parts.map(nameOf)}
            rows={carriers.map(({ carrier, carrierName }) => ({
              name: carrierName,
              counts: parts.map((of) => countOf(carrier, of)),
            }))}
            onOpen={open}
            onPart={(at) => {
              const cause = main[at]
              return cause && (() => onCause(cause))
            }}
          />
        )}
      />
    </div>
  )
}
