import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { ListDay, MomentText, ReferenceLink, Status } from '../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../kit/list/features.ts'
import { invoiceAddress } from './addresses.ts'
import { CauseBar } from './cause-bar.tsx'
import { DueDay } from './due-day.tsx'
import { Amount, Variance, VerdictCounts } from './figures.tsx'
import { amountText, causesText, PROOF_LABELS, STATUS_MEANINGS, verdictsText } from './invoice-text.ts'

const column = columnsOf<InvoiceSummary>()
const figure = { align: 'right' } as const
const enableSorting = false

const COLUMNS: Columns<InvoiceSummary> = column.columns([
  column.accessor('invoiceNumber', {
    header: 'Invoice',
    size: 128,
    meta: { min: 128, priority: 1 },
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.invoiceNumber} to={invoiceAddress({ summaryID: original.summaryID })} />
    ),
  }),
  column.accessor('dueDay', {
    header: 'Due',
    meta: { kind: 'day', min: 116, priority: 3 },
    size: 136,
    cell: ({ row: { original } }) => <DueDay invoice={original} />,
  }),
  column.accessor('carrierName', { header: 'Carrier', size: 96, meta: { min: 90, priority: 2 } }),
  column.accessor('status', {
    header: 'Status',
    size: 112,
    meta: { min: 104, priority: 8 },
    cell: ({ getValue }) => <Status meaning={STATUS_MEANINGS[getValue()]}>{getValue()}</Status>,
  }),
  column.accessor('totalCarrier', {
    header: 'Billed',
    size: 96,
    meta: { ...figure, min: 96, priority: 4, exportValue: ({ totalCarrier }: InvoiceSummary) => Number(totalCarrier) },
    cell: ({ row: { original } }) => <Amount amount={original.totalCarrier} currency={original.currency} />,
  }),
  column.accessor('matched', {
    header: 'Matched',
    size: 90,
    enableSorting,
    meta: { ...figure, exportValue: ({ matched }: InvoiceSummary) => Number(matched) },
    cell: ({ row: { original } }) => <Amount amount={original.matched} currency={original.currency} />,
  }),
  column.accessor('variance', {
    header: 'Variance',
    size: 96,
    meta: { ...figure, min: 96, priority: 5, exportValue: ({ variance }: InvoiceSummary) => Number(variance) },
    cell: ({ row: { original } }) => <Variance amount={original.variance} currency={original.currency} />,
  }),
  column.accessor('leftToDecide', {
    header: 'To review',
    size: 140,
    meta: { ...figure, min: 118, priority: 6 },
    cell: ({ row: { original } }) => leftText(original),
  }),
  column.accessor(({ causes, currency }) => causesText(causes, currency), {
    id: 'causes',
    header: 'Variance by cause',
    size: 196,
    enableSorting,
    cell: ({ row: { original } }) => <CauseBar causes={original.causes} currency={original.currency} />,
  }),
  column.accessor(({ verdicts }) => verdictsText(verdicts), {
    id: 'verdicts',
    header: 'Results',
    size: 340,
    meta: { min: 288, priority: 7, fills: true },
    enableSorting,
    cell: ({ row: { original } }) => <VerdictCounts verdicts={original.verdicts} />,
  }),
  column.accessor('invoiceDay', {
    header: 'Invoice date',
    meta: { kind: 'day' },
    size: 112,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  column.accessor('parcelClient', {
    header: 'Clients',
    size: 180,
    enableSorting,
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  column.accessor('account', { header: 'Account', size: 120, enableSorting }),
  column.accessor('importedAt', {
    header: 'Imported',
    size: 150,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
])

const OPERATORS: Columns<InvoiceSummary> = column.columns([
  column.accessor(({ posting }) => posting ?? '', { id: 'posting', header: 'Posting', size: 110, enableSorting }),
  column.accessor('proof', {
    header: 'Totals',
    size: 148,
    meta: { priority: 9 },
    enableSorting,
    cell: ({ getValue }) => {
      const proof = getValue()
      return proof && <Status meaning={PROOF_LABELS[proof].meaning}>{PROOF_LABELS[proof].word}</Status>
    },
  }),
  column.accessor('filename', {
    header: 'File',
    size: 200,
    enableSorting,
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
])

function leftText({ leftToDecide, leftToDecideAmount, currency, status }: InvoiceSummary): string {
  if (status === 'Accepted' || leftToDecide === 0) return 'Nothing'
  return `${amountText(leftToDecideAmount, currency)} (${formatCount(leftToDecide)})`
}

/** The columns for client users, without files and proofs. */
export const CLIENT_COLUMNS = COLUMNS
export const OPERATOR_COLUMNS: Columns<InvoiceSummary> = [...COLUMNS, ...OPERATORS]
