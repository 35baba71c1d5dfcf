import type { Posting, PostingLine } from '@despatch/contract/invoices/postings'
import { formatCount } from '@despatch/domain/money/money'
import { ListDay, MomentText, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { postingAddress } from '../addresses.ts'
import { amountText } from '../invoice-text.ts'

const right = { align: 'right' } as const
const enableSorting = false

/** '£10.81, €4.50': one sum for each currency. */
export const sumsText = (of: 'debit' | 'payable', { totals }: Pick<Posting, 'totals'>) =>
  totals.map((total) => amountText(total[of], total.currency)).join(', ')

/** 'Reversed by P-000002', 'Reverses P-000001', or nothing. */
export const reversalText = ({ reverses, reversedBy }: Pick<Posting, 'reverses' | 'reversedBy'>) =>
  reversedBy ? `Reversed by ${reversedBy.number}` : reverses ? `Reverses ${reverses.number}` : ''

const postings = columnsOf<Posting>()
export const POSTING_COLUMNS: Columns<Posting> = postings.columns([
  postings.accessor('number', {
    header: 'Posting',
    size: 130,
    enableSorting,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.number} to={postingAddress({ postingID: original.postingID })} />
    ),
  }),
  postings.accessor('postingDate', {
    header: 'Posting date',
    size: 120,
    enableSorting,
    meta: { kind: 'day' },
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  postings.accessor('invoices', {
    header: 'Invoices',
    size: 90,
    enableSorting,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  postings.accessor('corrections', {
    header: 'Corrected',
    size: 100,
    enableSorting,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  postings.accessor('lines', {
    header: 'Lines',
    size: 90,
    enableSorting,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  postings.accessor((row) => sumsText('payable', row), {
    id: 'payable',
    header: 'Payable',
    size: 140,
    enableSorting,
    meta: right,
  }),
  postings.accessor(reversalText, { id: 'reversal', header: 'Reversal', size: 190, enableSorting }),
  postings.accessor('postedAt', {
    header: 'Made',
    size: 170,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  postings.accessor('postedBy', { header: 'By', size: 140, enableSorting }),
  postings.accessor((row) => sumsText('debit', row), {
    id: 'debit',
    header: 'Debits and credits, each',
    size: 190,
    enableSorting,
    meta: right,
  }),
])

const lines = columnsOf<PostingLine>()
const money = (header: string, of: 'debit' | 'credit') =>
  lines.accessor(of, {
    header,
    size: 110,
    enableSorting,
    meta: { ...right, exportValue: (line: PostingLine) => Number(line[of]) },
    cell: ({ row: { original } }) => (Number(original[of]) === 0 ? '' : amountText(original[of], original.currency)),
  })
export const LINE_COLUMNS: Columns<PostingLine> = lines.columns([
  lines.accessor('invoiceNumber', { header: 'Invoice', size: 130, enableSorting }),
  lines.accessor('account', { header: 'Account', size: 170, enableSorting }),
  lines.accessor('accountCode', { header: 'Account code', size: 110, enableSorting, meta: { keepsText: true } }),
  lines.accessor('category', { header: 'Category', size: 120, enableSorting }),
  lines.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
  money('Debit', 'debit'),
  money('Credit', 'credit'),
  lines.accessor('taxCode', { header: 'Tax code', size: 96, enableSorting }),
  lines.accessor('currency', { header: 'Currency', size: 88, enableSorting }),
  lines.accessor('postingDate', {
    header: 'Posting date',
    meta: { kind: 'day' },
    size: 120,
    enableSorting,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  lines.accessor('reference', { header: 'Reference', size: 100, enableSorting }),
  lines.accessor('date', {
    header: 'Invoice date',
    meta: { kind: 'day' },
    size: 110,
    enableSorting,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  lines.accessor('dueDay', {
    header: 'Due',
    meta: { kind: 'day' },
    size: 110,
    enableSorting,
    cell: ({ getValue }) => {
      const day = getValue()
      return day && <ListDay day={day} />
    },
  }),
  lines.accessor('carrierName', { header: 'Carrier', size: 120, enableSorting }),
  lines.accessor('text', { header: 'Text', size: 320, enableSorting }),
])
