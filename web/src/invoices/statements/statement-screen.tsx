import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Group } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { StatementInvoice, StatementLine, StatementTotal } from '@despatch/contract/invoices/statements'
import { addDays, type Day, formatDayRange } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ListDay, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { ExportMenu } from '../../kit/list/export/export-menu.tsx'
import { DataTable } from '../../kit/list/data-table.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { addressDay } from '../../kit/list/filters/day-range.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { call } from '../../kit/server/call.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { invoiceAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { amountText, capitalised, countText } from '../invoice-text.ts'
import { StatementLines } from './statement-lines.tsx'
import styles from './statements.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

const TITLE = 'Statements'
const shape = z.object({ from: addressDay, to: addressDay })

const right = { align: 'right' } as const
const enableSorting = false
const byInvoice = columnsOf<StatementInvoice>()
const INVOICE_COLUMNS: Columns<StatementInvoice> = byInvoice.columns([
  byInvoice.accessor('invoiceNumber', {
    header: 'Invoice',
    size: 150,
    enableSorting,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.invoiceNumber} to={invoiceAddress({ summaryID: original.summaryID })} />
    ),
  }),
  byInvoice.accessor(({ kind }) => capitalised(kind), { id: 'kind', header: 'Kind', size: 110, enableSorting }),
  byInvoice.accessor('invoiceDay', {
    header: 'Invoice date',
    meta: { kind: 'day' },
    size: 120,
    enableSorting,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  byInvoice.accessor('postedOn', {
    header: 'Posting date',
    meta: { kind: 'day' },
    size: 120,
    enableSorting,
    cell: ({ getValue }) => {
      const day = getValue()
      return day === null ? null : <ListDay day={day} />
    },
  }),
  byInvoice.accessor('carrierName', { header: 'Carrier', size: 150, enableSorting }),
  byInvoice.accessor('parcels', {
    header: 'Rows',
    size: 90,
    enableSorting,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  byInvoice.accessor('net', {
    header: 'Net',
    size: 110,
    enableSorting,
    meta: { ...right, exportValue: ({ net }: StatementInvoice) => Number(net) },
    cell: ({ row: { original } }) => <Amount amount={original.net} currency={original.currency} />,
  }),
  byInvoice.accessor('tax', {
    header: 'Tax',
    size: 110,
    enableSorting,
    meta: { ...right, exportValue: ({ tax }: StatementInvoice) => (tax === null ? '' : Number(tax)) },
    cell: ({ row: { original } }) =>
      original.tax === null ? 'Not stated' : <Amount amount={original.tax} currency={original.currency} />,
  }),
  byInvoice.accessor('currency', { header: 'Currency', size: 90, enableSorting }),
])

const WAITING_COLUMNS = INVOICE_COLUMNS.filter(
  (column) => !('accessorKey' in column && column.accessorKey === 'postedOn'),
)

const byCategory = columnsOf<StatementLine>()
const LINE_COLUMNS: Columns<StatementLine> = byCategory.columns([
  byCategory.accessor('carrierName', { header: 'Carrier' }),
  byCategory.accessor('category', { header: 'Category' }),
  byCategory.accessor(({ net }) => Number(net), { id: 'net', header: 'Net' }),
  byCategory.accessor('currency', { header: 'Currency' }),
])

const NOT_STATED = 'Where tax is not stated, the carrier’s invoice states none.'

function totalText({ currency, net, tax, invoices, withoutTax }: StatementTotal): string {
  const amount = `${amountText(net, currency)} net`
  if (tax === null) return `${amount}, tax not stated`
  const others =
    withoutTax > 0 ? ` (of ${formatCount(invoices - withoutTax)} of ${formatCount(invoices)} invoices)` : ''
  return `${amount}, ${amountText(tax, currency)} tax${others}`
}

/** What postings charge a client: by carrier and category, and by invoice; below, what waits to be posted. */
export function StatementScreen() {
  return (
    <ForOneClient title={TITLE} what="see its statements">
      {(client) => <Statement client={client} />}
    </ForOneClient>
  )
}

/** The previous calendar month. */
export function monthBefore(today: Day): { from: Day; to: Day } {
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

function Statement({ client }: { readonly client: string }) {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(shape)
  const month = monthBefore(operatorToday())
  const days = search.from && search.to ? { from: search.from, to: search.to } : month
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invoices', 'statement', client, days],
    queryFn: ({ signal }) => call(invoices.statement, { query: { clientCode: client, ...days } }, { signal }),
  })
  const file = `Statement ${client} ${days.from} to ${days.to}`
  const totals = data?.totals.map(totalText)
  return (
    <ListPage
      title={TITLE}
      counted={
        data &&
        (data.invoices.length === 0
          ? 'Nothing posted'
          : `${countText(new Set(data.invoices.map(({ summaryID }) => summaryID)).size, ['invoice', 'invoices'])}: ${totals?.join('; ')}`)
      }
      filters={
        <>
          <span>
            Carriage charged to {data?.clientName || client}, {formatDayRange(days.from, days.to)}
          </span>
          <DaysChip
            name="Posting date"
            verb="Posted"
            value={{ dateFrom: search.from, dateTo: search.to }}
            onChange={({ dateFrom, dateTo }) => change({ from: dateFrom, to: dateTo })}
          />
          <Group gap="xs" ml="auto">
            <ExportMenu
              table="invoice-statement-lines"
              title={`${file} by category`}
              label="Export by category"
              columns={LINE_COLUMNS}
              total={data?.lines.length}
              fetchRows={async (page) => (page === 1 ? (data?.lines ?? []) : [])}
            />
            <ExportMenu
              table="invoice-statement"
              title={`${file} by invoice`}
              label="Export by invoice"
              columns={INVOICE_COLUMNS}
              total={data?.invoices.length}
              fetchRows={async (page) => (page === 1 ? (data?.invoices ?? []) : [])}
            />
          </Group>
        </>
      }
    >
      {data?.totals.some(({ withoutTax }) => withoutTax > 0) && <p className={styles.remark}>{NOT_STATED}</p>}
      {data && data.lines.length > 0 && <StatementLines lines={data.lines} />}
      <DataTable
        name="invoice-statement"
        label="Posted invoices"
        columns={INVOICE_COLUMNS}
        rows={data?.invoices}
        rowId={({ line }) => String(line)}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ summaryID }) => goTo(invoiceAddress({ summaryID }))}
        empty="Nothing posted for this client on these dates. Choose other dates."
      />
      {data && data.waiting.invoices.length > 0 && (
        <>
          <h2 className={styles.heading}>Accepted, not yet posted: {data.waiting.totals.map(totalText).join('; ')}</h2>
          <DataTable
            name="invoice-statement-waiting"
            label="Accepted invoices that are not posted"
            columns={WAITING_COLUMNS}
            rows={data.waiting.invoices}
            rowId={({ line }) => String(line)}
            isLoading={false}
            error={null}
            onRetry={() => void refetch()}
            onOpen={({ summaryID }) => goTo(invoiceAddress({ summaryID }))}
            empty="Nothing left to post."
          />
        </>
      )}
    </ListPage>
  )
}
