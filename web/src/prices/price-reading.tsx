import { Table } from '@mantine/core'
import type { Costing, MatrixRow } from '@despatch/contract/prices/costing'
import type { Price } from '@despatch/contract/prices/prices'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { unitLabel } from '@despatch/domain/costing/costing'
import { formatMoney } from '@despatch/domain/money/money'
import recordStyles from '../form/record.module.css'
import styles from './prices.module.css'

type Unit = ReturnType<typeof unitLabel>

/** The prices of a method as they are kept, to read. */
export function PriceReading({ price }: { readonly price: Price }) {
  const { pricingMethod, primaryCosting, secondaryCosting } = price
  if (pricingMethod === 'None' || !primaryCosting)
    return <p>It has no prices: nothing is routed to it until ‘Edit prices’ gives it some.</p>
  const unit = unitLabel(pricingMethod)
  const last = secondaryCosting ? secondaryCosting.fromParcel - 1 : undefined
  return (
    <>
      <CostingReading
        title={last === undefined ? 'Every parcel' : `Primary costing: parcels ${primaryCosting.fromParcel} to ${last}`}
        costing={primaryCosting}
        unit={unit}
      />
      {secondaryCosting && (
        <CostingReading
          title={`Secondary costing: from parcel ${secondaryCosting.fromParcel} on`}
          costing={secondaryCosting}
          unit={unit}
        />
      )}
    </>
  )
}

function CostingReading({ title, costing, unit }: { title: string; costing: Costing; unit: Unit }) {
  const { costingMatrix: rows } = costing
  return (
    <section className={styles.costing}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p>{chargeWords(costing, unit)}</p>
      ) : (
        <Table aria-label={title} className={styles.reading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{unit}</Table.Th>
              <Table.Th>Cost</Table.Th>
              <Table.Th>In force</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.chargeID}>
                <Table.Td>{bandWords(row)}</Table.Td>
                <Table.Td>{chargeWords(row, unit)}</Table.Td>
                <Table.Td className={recordStyles.remark}>{whenWords(row)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 })
const bandWords = ({ from, to }: MatrixRow) =>
  to === null ? `Above ${figures.format(from)}` : `${figures.format(from)} to ${figures.format(to)}`

/** '£4.50, and £0.25 for every started 0.5 KG beyond 1 KG'. */
function chargeWords(
  charge: Pick<Costing, 'baseCost' | 'incrementalCost' | 'incrementStart' | 'increment'>,
  unit: Unit,
) {
  const { baseCost, incrementalCost, incrementStart, increment } = charge
  const base = formatMoney(baseCost)
  if (increment === 0 || Number(incrementalCost) === 0) return base
  return `${base}, and ${formatMoney(incrementalCost)} for every started ${figures.format(increment)} ${unit} beyond ${figures.format(incrementStart)} ${unit}`
}

function whenWords({ effectiveFrom, effectiveBetween }: MatrixRow): string {
  if (effectiveBetween) return `${formatDayShort(effectiveBetween.from)} to ${formatDayShort(effectiveBetween.to)}`
  return effectiveFrom ? `From ${formatDayShort(effectiveFrom)}` : 'Always'
}
