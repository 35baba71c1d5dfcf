import { useCurrency } from '../../kit/session/use-currency.ts'
import { Table } from '@mantine/core'
import type { Price } from '@despatch/contract/routing/prices/prices'
import {
  type Costing,
  exactRows,
  isForEachParcel,
  type PricingMethod,
  unitLabel,
} from '@despatch/domain/routing/prices/costing'
import {
  bandText,
  chargeLabel,
  type Covered,
  coverText,
  inForceText,
  singleText,
} from '@despatch/domain/routing/prices/price-text'
import { pricingOf } from '@despatch/domain/routing/prices/written-pricing'
import recordStyles from '../../kit/form/record.module.css'
import styles from './prices.module.css'

/** A method's stored prices, read-only. */
export function PriceDetails({ price }: { readonly price: Price }) {
  const pricing = pricingOf(price)
  const { pricingMethod, primaryCosting: primary, secondaryCosting: secondary } = pricing
  if (pricingMethod === 'None' || !primary) return <p>No prices. No orders are routed to it until you add prices.</p>
  const isEach = isForEachParcel(pricing)
  const covers = coverText({ isEach, primary, secondary })
  const ofPrimary = isEach
    ? 'each parcel'
    : !secondary
      ? 'all'
      : secondary.fromParcel - primary.fromParcel === 1
        ? 'one parcel'
        : 'some parcels'
  return (
    <>
      <CostingDetails title={covers.primary} costing={primary} covered={ofPrimary} method={pricingMethod} />
      {secondary && (
        <CostingDetails
          title={covers.secondary}
          costing={secondary}
          covered={isEach ? 'each parcel' : 'some parcels'}
          method={pricingMethod}
        />
      )}
    </>
  )
}

type CostingDetailsProps = {
  readonly title: string
  readonly costing: Costing
  readonly covered: Covered
  readonly method: PricingMethod
}

function CostingDetails({ title, costing, covered, method }: CostingDetailsProps) {
  const currency = useCurrency()
  const rows = exactRows(costing.costingMatrix, method === 'By Weight Matrix')
  return (
    <section className={styles.costing}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p>{singleText(method, costing, covered, currency)}</p>
      ) : (
        <Table aria-label={title} className={styles.reading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>{unitLabel(method)}</Table.Th>
              <Table.Th>Cost</Table.Th>
              <Table.Th>In force</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={row.chargeID}>
                <Table.Td className={recordStyles.remark}>{index + 1}</Table.Td>
                <Table.Td>{bandText(method, row)}</Table.Td>
                <Table.Td>{chargeLabel(method, row, currency)}</Table.Td>
                <Table.Td className={recordStyles.remark}>{inForceText(row, rows)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
