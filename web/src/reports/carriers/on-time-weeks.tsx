import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { SHARES } from '@despatch/domain/reports/figures'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { MiniLines } from '../../kit/chart/mini-lines.tsx'
import { Definition } from '../../kit/tile/definition.tsx'
import { shareText } from '../../kit/tile/change-text.ts'
import { startText } from '../figure-text.ts'
import styles from '../reports.module.css'
import { filterValue } from './carrier-filters.tsx'
import { type Targets, targetText } from './carrier-targets.ts'

type Carriers = RouteAnswer<typeof reports.carriers>
type OnTimeWeeksProps = {
  readonly data: Carriers
  readonly targets: Targets
  readonly onOpen: (carrier: string) => void
}

/** On time over the period, a small line for each carrier. */
export function OnTimeWeeks({ data, targets, onOpen }: OnTimeWeeksProps) {
  const { carriers, carrierSeries, series, grain } = data
  const known = carriers.filter(({ promised }) => promised > 0)
  const [first, last] = [series[0]?.start, series.at(-1)?.start]
  if (known.length === 0 || first === undefined || last === undefined || first === last) return null
  const points = new Map(carrierSeries.map((one) => [`${one.carrier}\t${one.start}`, one]))
  const pointOf = (carrier: string, start: string) => points.get(`${carrier}\t${start}`) ?? { onTime: 0, promised: 0 }
  const targetOf = (carrier: string) => {
    const target = targets.get(carrier)
    return target === undefined ? undefined : { share: target / 100, text: targetText(target) }
  }
  const title = `On time by ${grain} and carrier`
  const open = (at: number) => {
    const one = known[at]
    if (one) onOpen(filterValue(one.carrier))
  }
  return (
    <div className={styles.figure}>
      <ChartFrame
        title={title}
        subtitle="Share of parcels promised; the other carriers in grey"
        figures={{
          columns: ['Carrier', ...series.map(({ start }) => startText(start, grain))],
          rows: known.map(({ carrier, carrierName }) => [
            carrierName,
            ...series.map(({ start }) => {
              const { onTime, promised } = pointOf(carrier, start)
              return shareText(onTime, promised)
            }),
          ]),
        }}
        height={320}
        onPoint={open}
        controls={<Definition of={title} definition={SHARES.onTime} />}
        picture={() => (
          <MiniLines
            label={title}
            lines={known.map(({ carrier, carrierName, onTime, promised }) => ({
              name: carrierName,
              text: shareText(onTime, promised),
              target: targetOf(carrier),
              points: series.map(({ start }) => {
                const point = pointOf(carrier, start)
                return { hits: point.onTime, of: point.promised }
              }),
            }))}
            period={`${startText(first, grain)} – ${startText(last, grain)}`}
            onOpen={open}
          />
        )}
      />
    </div>
  )
}
