import type { MissingInvoice, RequiredWeek } from '@despatch/contract/invoices/still-to-be-billed'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { mondayOf, weeksOf } from '@despatch/domain/calendar/week'
import { formatCount } from '@despatch/domain/money/money'
import { type HeatCell, HeatTable } from '../../kit/chart/heat-table.tsx'
import { amountText, countText } from '../invoice-text.ts'
import styles from './required.module.css'

type UnbilledWeeksProps = {
  readonly weeks: readonly RequiredWeek[]
  readonly missingInvoices: readonly MissingInvoice[]
  readonly onOpen: (carrier: string, week: string) => void
}

/** The expected cost of unbilled parcels by carrier and week of despatch; weeks without an expected invoice are marked. */
export function UnbilledWeeks({ weeks, missingInvoices, onOpen }: UnbilledWeeksProps) {
  return [...Map.groupBy(weeks, ({ currency }) => currency)].map(([currency, of]) => (
    <WeeksOfCurrency key={currency} weeks={of} {...{ currency, missingInvoices, onOpen }} />
  ))
}

function WeeksOfCurrency({
  weeks,
  currency,
  missingInvoices,
  onOpen,
}: UnbilledWeeksProps & { readonly currency: string }) {
  const mondays = weeks.map(({ week }) => week).toSorted()
  const shown = weeksOf(mondays[0] ?? '', mondays.at(-1) ?? '')
  const byKey = new Map(weeks.map((one) => [`${one.carrierCode} ${one.week}`, one]))
  const carriers = [...new Map(weeks.map((one) => [one.carrierCode, one.carrierName]))]
  return (
    <div className={styles.weeks}>
      <HeatTable
        label={`Unbilled by carrier and week, ${currency}`}
        noun="Carrier"
        columns={shown.map((week) => formatDayShort(week).replace(/ \d{4}$/, ''))}
        missing="Nothing despatched"
        textOf={(value) => wholeText(`${value}`, currency)}
        also={
          missingInvoices.length > 0
            ? 'Dashed: an invoice was expected and did not come. –: all billed.'
            : '–: all billed.'
        }
        rows={carriers.map(([code, name]) => ({
          name,
          cells: shown.map((week) => {
            const one = byKey.get(`${code} ${week}`)
            return one && cellOf(one, expectedIn(missingInvoices, code, week))
          }),
        }))}
        onOpen={(row, column) => onOpen(carriers[row]?.[0] ?? '', shown[column] ?? '')}
      />
    </div>
  )
}

/** The days of a week on which an invoice of a carrier was expected and did not come. */
const expectedIn = (missing: readonly MissingInvoice[], carrier: string, week: string): string[] =>
  missing
    .filter(({ carrierCode }) => carrierCode === carrier)
    .flatMap(({ missing: days }) => days.filter((day) => mondayOf(day) === week))

function cellOf({ missing, accrual, unpriced, currency }: RequiredWeek, expected: readonly string[]): HeatCell {
  const isBilled = missing === 0
  const detail = [
    isBilled ? 'All billed' : `${amountText(accrual, currency)} for ${countText(missing, ['parcel', 'parcels'])}`,
    unpriced > 0 && `${formatCount(unpriced)} with no known cost`,
    expected.length > 0 && `no invoice received around ${expected.map(formatDayShort).join(', ')}`,
  ]
  return {
    value: isBilled ? null : Number(accrual),
    text: isBilled ? '–' : wholeText(accrual, currency),
    detail: detail.filter(Boolean).join(', '),
    ...(expected.length > 0 && { hasHole: true }),
  }
}

/** '£1,235': cells have no room for pence, which are in the tooltip and in the list. */
const wholeText = (amount: string, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 0 }).format(Number(amount))
