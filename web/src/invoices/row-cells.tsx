import type { InvoiceDetail, InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { Tooltip } from '@mantine/core'
import { Reference, Status } from '../kit/list/columns/cells.tsx'
import { OrderLink } from '../kit/navigation/order-link.tsx'
import { CauseBar } from './cause-bar.tsx'
import { useCurrency } from './currency.ts'
import { Amount, Variance } from './figures.tsx'
import { STATUS_MEANINGS, VERDICT_MEANINGS, verdictLabel, weightDifference, weightText } from './invoice-text.ts'
import styles from './invoices.module.css'

/** The fields that details and parcel rows have in common. */
export type BilledRow = Pick<
  InvoiceDetail & InvoiceParcel,
  | 'status'
  | 'verdict'
  | 'verdictText'
  | 'billed'
  | 'expected'
  | 'variance'
  | 'causes'
  | 'ourChange'
  | 'billedWeight'
  | 'ourWeight'
  | 'reason'
  | 'orderNumber'
  | 'clientCode'
>
type CellProps = { readonly row: BilledRow }

export function StatusCell({ row: { status, reason } }: CellProps) {
  return (
    <span title={reason || undefined}>
      <Status meaning={STATUS_MEANINGS[status]}>{status}</Status>
    </span>
  )
}

/** The verdict, with a sentence about what was searched or is missing. */
export function VerdictCell({ row: { verdict, verdictText } }: CellProps) {
  return (
    <span title={verdictText || undefined}>
      <Status meaning={VERDICT_MEANINGS[verdict]}>{verdictLabel(verdict)}</Status>
    </span>
  )
}

export function OrderCell({ row }: CellProps) {
  const { orderNumber } = row
  if (!orderNumber) return null
  return (
    <Reference text={orderNumber}>
      <OrderLink order={row} />
    </Reference>
  )
}

type FigureOf = 'billed' | 'expected' | 'ourChange'
export function AmountCell({ row, of }: CellProps & { readonly of: FigureOf }) {
  return <Amount amount={row[of]} currency={useCurrency()} />
}

export function VarianceCell({ row: { variance } }: CellProps) {
  return <Variance amount={variance} currency={useCurrency()} />
}

export function CausesCell({ row: { causes } }: CellProps) {
  return <CauseBar causes={causes} currency={useCurrency()} />
}

/** The carrier's weight, with a note if it differs from the despatched weight. */
export function WeightCell({ row }: CellProps) {
  const { billedWeight } = row
  if (billedWeight === null) return <span className={styles.figure}>–</span>
  const difference = weightDifference(row)
  const weight = (
    <span className={styles.figure} data-variance={difference && (isHeavier(row) ? 'over' : 'under')}>
      {weightText(billedWeight)}
    </span>
  )
  return difference ? <Tooltip label={difference}>{weight}</Tooltip> : weight
}

const isHeavier = ({ billedWeight, ourWeight }: BilledRow) => Number(billedWeight) > Number(ourWeight)

export function OurWeightCell({ row: { ourWeight } }: CellProps) {
  return <span className={styles.figure}>{ourWeight === null ? '–' : weightText(ourWeight)}</span>
}
