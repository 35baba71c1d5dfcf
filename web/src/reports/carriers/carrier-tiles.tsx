import type { reports } from '@despatch/contract/reports/reports'
import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { FIGURES, type ParcelFigure, SHARES } from '@despatch/domain/reports/figures'
import type { GoodWhen } from '../../kit/tile/change-verdict.ts'
import { countChange, pointsText, sharePoint, shareText } from '../../kit/tile/change-text.ts'
import { averageChange, averageText, costNote, costText, onTimeShare } from '../figure-text.ts'
import { targetText } from './carrier-targets.ts'
import { type ComparedFigure, FiguresTable } from '../figures-table.tsx'
import { ShareNote, Tile, Tiles } from '../../kit/tile/tile.tsx'

type Carriers = RouteAnswer<typeof reports.carriers>
type AddressOf = (figure: ParcelFigure) => string
type ParcelFigureRow = ComparedFigure<ParcelSums> & { readonly point: (sums: ParcelSums) => number | null }

const COUNTED: readonly (readonly [ParcelFigure, keyof ParcelSums, GoodWhen])[] = [
  ['parcelsDespatched', 'despatched', 'none'],
  ['parcelsLate', 'late', 'down'],
  ['parcelsUndelivered', 'undelivered', 'down'],
  ['parcelsDelivered', 'delivered', 'none'],
  ['parcelsPromised', 'promised', 'none'],
  ['parcelsSilent', 'silent', 'down'],
]

/** All parcel figures of a period. The first four are tiles. */
function figuresOf({ now }: Carriers, addressOf: AddressOf): ParcelFigureRow[] {
  return [
    {
      title: FIGURES.parcelsOnTime.title,
      definition: SHARES.onTime,
      value: ({ onTime, promised }) => shareText(onTime, promised),
      change: (one, before) => pointsText(onTimeShare(one), onTimeShare(before)),
      goodWhen: 'up',
      hasTile: true,
      to: addressOf('parcelsPromised'),
      point: (sums) => sharePoint(onTimeShare(sums)),
      note: (
        <ShareNote
          hits={{ count: now.onTime, to: addressOf('parcelsOnTime') }}
          of={{ count: now.promised, to: addressOf('parcelsPromised') }}
          noun="promised"
        />
      ),
    },
    ...COUNTED.map(([figure, key, goodWhen]) => ({
      title: FIGURES[figure].title,
      definition: FIGURES[figure].definition,
      value: (sums: ParcelSums) => formatCount(sums[key]),
      change: (one: ParcelSums, before: ParcelSums) => countChange(one[key], before[key]),
      goodWhen,
      to: addressOf(figure),
      point: (sums: ParcelSums) => sums[key],
    })),
    {
      title: 'Average days to deliver',
      definition: 'Average days from despatch to delivery, for parcels delivered in this period.',
      value: ({ daysTaken, delivered }) => averageText(daysTaken, delivered),
      change: (one, before) =>
        averageChange({ sum: one.daysTaken, of: one.delivered }, { sum: before.daysTaken, of: before.delivered }),
      goodWhen: 'down',
      to: addressOf('parcelsDelivered'),
      point: ({ daysTaken, delivered }) => (delivered > 0 ? daysTaken / delivered : null),
    },
  ]
}

/** Expected costs of the period by currency, for users who see costs. They have no comparison. */
const costsOf = ({ costs = [] }: Carriers, addressOf: AddressOf): ComparedFigure<ParcelSums>[] =>
  costs.map(({ currency, expected, billed, ...known }) => ({
    title: `Expected cost${costs.length > 1 ? `, ${currency}` : ''}`,
    definition: `${SHARES.cost} ‘Billed’ is the part on imported invoices.`,
    value: () => costText(known, expected, currency),
    change: () => '',
    isOfPeriodOnly: true,
    to: addressOf('parcelsDespatched'),
    note: costNote(known, `${formatMoney(billed, currency)} billed`),
  }))

type CarrierFiguresProps = { readonly data: Carriers; readonly addressOf: AddressOf }

type CarrierTilesProps = CarrierFiguresProps & {
  /** The target of the chosen carrier, in percent on time. */
  readonly target: number | undefined
}

/** Four parcel figures with the last thirteen weeks. */
export function CarrierTiles({ data, addressOf, target }: CarrierTilesProps) {
  const { now, before, weeks, today } = data
  const over = weeks.filter(({ start }) => addDays(start, 6) < today)
  return (
    <Tiles>
      {figuresOf(data, addressOf)
        .slice(0, 4)
        .map(({ value, change, point, note, ...figure }) => (
          <Tile
            key={figure.title}
            {...figure}
            {...(figure.definition === SHARES.onTime && target !== undefined
              ? {
                  target: target / 100,
                  note: (
                    <>
                      {note}, {targetText(target)}
                    </>
                  ),
                }
              : { note })}
            value={value(now)}
            change={before === null ? '' : change(now, before)}
            trend={over.map(point)}
          />
        ))}
    </Tiles>
  )
}

/** All parcel figures and costs, beside the period before and the year before. */
export const CarrierFigures = ({ data, addressOf }: CarrierFiguresProps) => (
  <FiguresTable {...data} figures={[...figuresOf(data, addressOf), ...costsOf(data, addressOf)]} period={data} />
)
