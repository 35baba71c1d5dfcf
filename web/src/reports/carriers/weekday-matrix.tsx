import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { formatCount } from '@despatch/domain/money/money'
import { SHARES } from '@despatch/domain/reports/figures'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { HeatTable } from '../../kit/chart/heat-table.tsx'
import { MIN_CASES } from '../../kit/chart/share-axis.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import { shareText } from '../../kit/tile/change-text.ts'
import styles from '../reports.module.css'

type Carriers = RouteAnswer<typeof reports.carriers>
type WeekdayMatrixProps = {
  readonly data: Carriers
  readonly onOpen: (service: string, weekday: string) => void
  readonly onService: (service: string) => void
}

const TITLE = 'Not on time by service and weekday'

/** Not on time by service and promised weekday: the darker, the more. */
export function WeekdayMatrix({ data, onOpen, onService }: WeekdayMatrixProps) {
  const services = data.services.filter(({ promised }) => promised > 0)
  if (services.length === 0) return null
  const weekdays = [...new Set(data.serviceWeekdays.map(({ weekday }) => weekday))].toSorted(
    (one, other) => one - other,
  )
  const byKey = new Map(data.serviceWeekdays.map((one) => [`${one.name}\t${one.weekday}`, one]))
  const cellOf = (name: string, weekday: number) => {
    const one = byKey.get(`${name}\t${weekday}`)
    return one && one.promised > 0 ? { of: one.promised, missed: one.promised - one.onTime } : undefined
  }
  return (
    <div className={styles.figure}>
      <ChartFrame
        title={TITLE}
        subtitle="Share of parcels promised for that weekday"
        figures={{
          columns: ['Service', ...weekdays.map((weekday) => WEEKDAYS[weekday] ?? '')],
          rows: services.map(({ name, title }) => [
            title,
            ...weekdays.map((weekday) => {
              const cell = cellOf(name, weekday)
              return cell ? `${formatCount(cell.missed)} of ${formatCount(cell.of)}` : '–'
            }),
          ]),
        }}
        height={360}
        onPoint={(at) => onService(services[at]?.name ?? '')}
        controls={<Definition of={TITLE} definition={SHARES.onTime} />}
        picture={() => (
          <HeatTable
            label={TITLE}
            noun="Service"
            columns={weekdays.map((weekday) => (WEEKDAYS[weekday] ?? '').slice(0, 3))}
            missing="None promised"
            textOf={(share) => shareText(share * 1000, 1000)}
            rows={services.map(({ name, title }) => ({
              name: title,
              cells: weekdays.map((weekday) => {
                const cell = cellOf(name, weekday)
                if (!cell) return undefined
                const isFew = cell.of < MIN_CASES
                return {
                  value: isFew ? null : cell.missed / cell.of,
                  text: isFew ? 'too few' : shareText(cell.missed, cell.of),
                  detail: `${formatCount(cell.missed)} of ${formatCount(cell.of)} not on time`,
                }
              }),
            }))}
            onOpen={(row, column) => onOpen(services[row]?.name ?? '', `${weekdays[column] ?? 0}`)}
          />
        )}
      />
    </div>
  )
}
