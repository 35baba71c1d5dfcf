import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { CarrierRow } from '@despatch/contract/reports/report-shapes'
import { formatCount } from '@despatch/domain/money/money'
import { SHARES } from '@despatch/domain/reports/figures'
import { BarsFigure } from '../bars-figure.tsx'
import { shareText } from '../../kit/tile/change-text.ts'
import { averageText, costNote, costText, unitCost } from '../figure-text.ts'
import { type CarrierSearch, eventsAddress, parcelsAddress } from '../report-search.ts'
import styles from '../reports.module.css'
import { filterValue } from './carrier-filters.tsx'

const parcels = parcelsAddress('reportsAndEnquiries.carrierPerformanceReport')
const events = eventsAddress('reportsAndEnquiries.carrierPerformanceReport')

type DaysToDeliverProps = { readonly rows: readonly CarrierRow[]; readonly onOpen: (carrier: string) => void }

/** Average days from despatch to delivery by carrier, fastest first. */
export function DaysToDeliver({ rows, onOpen }: DaysToDeliverProps) {
  const known = rows
    .filter(({ delivered }) => delivered > 0)
    .toSorted((one, other) => one.daysTaken / one.delivered - other.daysTaken / other.delivered)
  return (
    <BarsFigure
      title="Days from despatch to delivery"
      definition="Average days from despatch to delivery, for parcels delivered in this period."
      subtitle="Average by carrier, days"
      bars={known.map((row) => ({
        name: row.carrierName,
        value: row.daysTaken / row.delivered,
        label: averageText(row.daysTaken, row.delivered),
      }))}
      figures={{
        columns: ['Carrier', 'Delivered', 'Average days', 'Within 1 day', 'Within 2', 'Within 3', 'Within 5'],
        rows: known.map((row) => [
          row.carrierName,
          formatCount(row.delivered),
          averageText(row.daysTaken, row.delivered),
          ...[row.within1, row.within2, row.within3, row.within5].map((within) => shareText(within, row.delivered)),
        ]),
      }}
      direction="across"
      onOpen={(at) => {
        const row = known[at]
        if (row) onOpen(row.carrier)
      }}
    />
  )
}

/**
 * Failed attempts and cost per parcel, for users who see costs; hidden if filtered by properties that these do not
 * record.
 */
export function Prices({ rows, search }: { readonly rows: readonly CarrierRow[]; readonly search: CarrierSearch }) {
  const open = useGoTo()
  const { startDate, endDate } = search
  const attempts = rows.filter(({ failedAttempts, delivered }) => failedAttempts !== null && delivered > 0)
  const priced = rows.flatMap(({ carrier, carrierName, costs = [] }) =>
    costs.map((one) => ({ ...one, carrier, name: costs.length > 1 ? `${carrierName}, ${one.currency}` : carrierName })),
  )
  if (attempts.length === 0 && priced.length === 0) return null
  return (
    <div className={styles.pair}>
      <BarsFigure
        title="Failed attempts per 100 delivered"
        definition={SHARES.failedAttempts}
        subtitle="By carrier"
        bars={attempts.map((row) => ({
          name: row.carrierName,
          value: ((row.failedAttempts ?? 0) / row.delivered) * 100,
          label: averageText((row.failedAttempts ?? 0) * 100, row.delivered),
        }))}
        figures={{
          columns: ['Carrier', 'Failed attempts', 'Delivered'],
          rows: attempts.map((row) => [
            row.carrierName,
            formatCount(row.failedAttempts ?? 0),
            formatCount(row.delivered),
          ]),
        }}
        direction="across"
        onOpen={(at) => {
          const row = attempts[at]
          if (row) open(events({ startDate, endDate, carrier: filterValue(row.carrier), state: 'delivery_failed' }))
        }}
      />
      {priced.length > 0 && (
        <BarsFigure
          title="Cost per parcel"
          definition={SHARES.costParcel}
          subtitle="Average expected cost by carrier"
          bars={priced.map((one) => ({
            name: one.name,
            value: one.parcels > one.unpriced ? Number(one.expected) / (one.parcels - one.unpriced) : 0,
            label:
              one.parcels > one.unpriced
                ? unitCost(one.expected, one.parcels - one.unpriced, one.currency)
                : costNote(one, ''),
          }))}
          figures={{
            columns: ['Carrier', 'Parcels', 'No known cost', 'Expected cost', 'Of which billed', 'Per parcel'],
            rows: priced.map((one) => [
              one.name,
              formatCount(one.parcels),
              formatCount(one.unpriced),
              costText(one, one.expected, one.currency),
              costText(one, one.billed, one.currency),
              unitCost(one.expected, one.parcels - one.unpriced, one.currency),
            ]),
          }}
          direction="across"
          onOpen={(at) => {
            const one = priced[at]
            if (one)
              open(parcels({ startDate, endDate, carrier: filterValue(one.carrier), figure: 'parcelsDespatched' }))
          }}
        />
      )}
    </div>
  )
}
