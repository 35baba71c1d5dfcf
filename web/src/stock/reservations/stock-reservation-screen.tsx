import { Button, Drawer } from '@mantine/core'
import type { Reservation, StockRow } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { AllocationCodes } from './allocation-codes.tsx'
import { ReservationFile } from './reservation-file.tsx'
import { ReservationForm } from './reservation-form.tsx'
import { StockFilters } from './stock-filters.tsx'
import { StockOfAll } from './stock-of-all.tsx'
import { useStockList } from './use-stock-list.ts'
import { stockColumns } from './stock-columns.tsx'
import { StockDrawer, type StockPart } from './stock-drawer.tsx'
import { allocationCodes, NO_FILTER, stockChanged, stockShape } from './stock-queries.ts'

const TITLE = 'Stock Reservation'
type Open =
  | { readonly is: 'form'; readonly of?: Reservation; readonly sku?: string; readonly type?: string }
  | { readonly is: 'file' | 'codes' }

function titleOf(open: Open): string {
  if (open.is !== 'form') return open.is === 'file' ? 'Reserve by file' : 'Allocation codes'
  return open.of ? `Change the reservation of ${open.of.sku}` : 'Reserve stock'
}

/** Stock Reservation: stock on hand, reserved, promised and available by SKU, and the records behind each figure. */
export const StockReservationScreen = () => (
  <ForOneClient title={TITLE} what="see its stock" ofAll={<StockOfAll title={TITLE} />}>
    {(client) => <StockOfClient key={client} />}
  </ForOneClient>
)

function StockOfClient() {
  const [search, change] = useScreenSearch(stockShape)
  const { list, filter, narrow, fetchRows } = useStockList(search, change)
  const { data: codes = [] } = useQuery(allocationCodes)
  const whyNot = useEditDisabledReason('skusAndStock.stockReservation')
  const [open, setOpen] = useState<Open>()
  const [looked, setLooked] = useState<{ readonly row: StockRow; readonly part?: StockPart | undefined }>()
  const columns = useMemo(() => stockColumns((row, part) => setLooked({ row, part })), [setLooked])
  const [releasing, setReleasing] = useState<Reservation>()
  const close = () => setOpen(undefined)
  return (
    <ListScreen
      name="stock-reservation"
      title={TITLE}
      label="Stock by SKU and code"
      noun={['SKU and code', 'SKUs and codes']}
      columns={columns}
      list={list}
      fetchRows={fetchRows}
      add={{ label: 'Reserve stock', whyNot, onAdd: () => setOpen({ is: 'form' }) }}
      action={
        <>
          <Button variant="default" disabled={whyNot !== undefined} onClick={() => setOpen({ is: 'file' })}>
            Reserve by file
          </Button>
          <Button variant="default" onClick={() => setOpen({ is: 'codes' })}>
            Allocation codes
          </Button>
        </>
      }
      isOrdered
      filters={<StockFilters filter={filter} onChange={narrow} codes={codes} />}
      narrowed={{ isNarrowed: isNarrowed(filter, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      onOpen={(row) => setLooked({ row })}
      opensOnClick
      empty="No stock yet. Import a file of counts to list its SKUs here."
    >
      <StockDrawer
        of={looked?.row}
        part={looked?.part}
        whyNot={whyNot}
        onReserve={({ sku, type }) => setOpen({ is: 'form', sku, type })}
        onChange={(of) => setOpen({ is: 'form', of })}
        onRelease={setReleasing}
        onClose={() => setLooked(undefined)}
      />
      <Drawer opened={open !== undefined} onClose={close} position="right" size="lg" title={open && titleOf(open)}>
        {open?.is === 'file' && <ReservationFile />}
        {open?.is === 'codes' && <AllocationCodes whyNot={whyNot} />}
        {open?.is === 'form' && (
          <ReservationForm
            of={open.of}
            {...(open.sku !== undefined && { sku: open.sku })}
            {...(open.type !== undefined && { type: open.type })}
            onDone={close}
          />
        )}
      </Drawer>
      <ConfirmDialog
        opened={releasing !== undefined}
        title="Release this reservation?"
        confirmLabel="Release"
        onConfirm={async () => {
          if (!releasing) return undefined
          const { _id: id, version } = releasing
          try {
            return await call(stock.releaseReservation, { params: { id }, query: { version: String(version) } })
          } catch (refusal) {
            void stockChanged()
            throw refusal
          }
        }}
        onDone={(done) => {
          if (done) notify.success(done.message)
          void stockChanged()
        }}
        onClose={() => setReleasing(undefined)}
      >
        <p>
          {releasing &&
            `${formatCount(releasing.reserved_stock)} of ${releasing.sku} become available again. Orders keep what they have used.`}
        </p>
      </ConfirmDialog>
    </ListScreen>
  )
}
