import { Button, Group, Table, Title } from '@mantine/core'
import { MAX_SHOWN_OF_STOCK, type Reservation, type StockRow } from '@despatch/contract/stock/reservations'
import type { stock } from '@despatch/contract/stock/stock'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { DayText, MomentText } from '../../kit/list/columns/cells.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { returnsEventsAddress } from '../../kit/navigation/addresses.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import {
  allocationCodes,
  availableText,
  isNeverCounted,
  kitText,
  PURPOSE_TITLES,
  reservationHistory,
  stockDetail,
} from './stock-queries.ts'

/** Section with the records of a figure. */
export type StockPart = 'Reservations' | 'Promised to orders' | 'Counts'

type StockDrawerProps = {
  readonly of: StockRow | undefined
  /** Section to scroll to; undefined: the top. */
  readonly part: StockPart | undefined
  readonly whyNot: string | undefined
  readonly onReserve: (row: StockRow) => void
  readonly onChange: (reservation: Reservation) => void
  readonly onRelease: (reservation: Reservation) => void
  readonly onClose: () => void
}

/** The records behind the four figures of a SKU and code. */
export function StockDrawer({ of, ...rest }: StockDrawerProps) {
  return (
    <PeekDrawer of={of} size="xl" title={({ sku, type }) => `${sku}, ${type}`} onClose={rest.onClose}>
      {(row) => <StockFigures key={`${row.sku} ${row.type}`} row={row} {...rest} />}
    </PeekDrawer>
  )
}

const signed = (pieces: number) => (pieces > 0 ? `+${formatCount(pieces)}` : formatCount(pieces))
const KINDS = { despatch: 'Despatch', return: 'Return restocked', 'goods-in': 'Goods in', adjustment: 'Adjustment' }

function StockFigures({
  row,
  part,
  whyNot,
  onReserve,
  onChange,
  onRelease,
}: Omit<StockDrawerProps, 'of'> & { readonly row: StockRow }) {
  const [shown, setShown] = useState<number>()
  const { data, error, refetch } = useQuery(stockDetail(row.sku, row.type, shown))
  const client = useStore(session.store, (now) => now.client)
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <p>Loading…</p>
  const now = data.row
  const onMore = shown === undefined ? () => setShown(MAX_SHOWN_OF_STOCK) : undefined
  return (
    <>
      <Group gap="xs" mb="md">
        <Button size="xs" disabled={whyNot !== undefined} onClick={() => onReserve(row)} data-autofocus>
          Reserve…
        </Button>
        <DisabledReason reasons={[whyNot]} />
      </Group>
      {now.kit && <p>{kitText(now)}, made from these boxes.</p>}
      <p>
        {formatCount(now.stock_on_hand)} on hand − {formatCount(now.reserved_stock)} reserved −{' '}
        {formatCount(now.promised_stock)} promised ={' '}
        <strong>{isNeverCounted(now) ? 'not known' : availableText(now.available_stock)}</strong>
        {now.available_stock >= 0 && ' available'}
        {isNeverCounted(now) && '. Never counted. Import a count to see what is available.'}
        {!now.kit && now.warehouse_available !== null && `. Warehouse count: ${formatCount(now.warehouse_available)}.`}
        <KitCount row={now} />
      </p>
      <CodeNote code={row.type} />
      <Section
        title="Reservations"
        isScrollTarget={part === 'Reservations'}
        total={data.reservationCount}
        onMore={onMore}
        empty="Nothing is reserved."
        heads={['Purpose', 'Left', 'Of', 'Until', 'Held by', '']}
        rows={data.reservations.map((one) => [
          <ReservationPurpose key="purpose" of={one} box={row.sku} />,
          formatCount(one.reserved_stock),
          formatCount(one.pieces),
          <DayText key="until" day={one.until} />,
          one.heldBy,
          <Group key="acts" gap={4} wrap="nowrap">
            <Button size="compact-xs" variant="default" disabled={whyNot !== undefined} onClick={() => onChange(one)}>
              Change…
            </Button>
            <Button size="compact-xs" variant="default" disabled={whyNot !== undefined} onClick={() => onRelease(one)}>
              Release…
            </Button>
          </Group>,
        ])}
      />
      {data.ended.length > 0 && (
        <Section
          title="Ended reservations"
          empty=""
          heads={['Purpose', 'Drawn by orders', 'Of', 'Until', 'Ended']}
          rows={data.ended.map((one) => [
            <ReservationPurpose key="purpose" of={one} box={row.sku} />,
            formatCount(one.drawn),
            formatCount(one.pieces),
            <DayText key="until" day={one.until} />,
            <Fragment key="ended">
              <MomentText at={one.last_amended_date} />,{' '}
              {one.state === 'expired' ? 'expired' : `released by ${one.last_amended_user}`}
            </Fragment>,
          ])}
        />
      )}
      <Section
        title="Promised to orders"
        isScrollTarget={part === 'Promised to orders'}
        total={data.promiseCount}
        onMore={onMore}
        empty="No open orders need it."
        heads={['Order', 'Units', 'Status']}
        rows={data.promises.map((one) => [
          <OrderLink key="order" order={{ orderNumber: one.orderNumber, clientCode: client }} />,
          formatCount(one.pieces),
          one.status,
        ])}
      />
      <Section
        title="Counts"
        isScrollTarget={part === 'Counts'}
        empty="Never counted."
        heads={['Counted', 'Units', 'Warehouse available', 'Difference from movements']}
        rows={data.counts.map((one) => [
          <MomentText key="at" at={one.at} />,
          formatCount(one.pieces),
          formatCount(one.warehouseAvailable),
          one.unexplained === null ? '' : signed(one.unexplained),
        ])}
      />
      <Section
        title="Movements"
        total={data.movementCount}
        onMore={onMore}
        empty="No movements."
        heads={['When', 'Event', 'Units', 'Reference', 'Order', '']}
        rows={data.movements.map((one) => [
          <MomentText key="at" at={one.at} />,
          one.reason ? `${KINDS[one.kind]}: ${one.reason}` : KINDS[one.kind],
          signed(one.pieces),
          <MovementReference key="reference" of={one} client={client} />,
          one.orderNumber && <OrderLink key="order" order={{ orderNumber: one.orderNumber, clientCode: client }} />,
          [one.isCounted && 'in the count', one.isUncertain && 'time not known'].filter(Boolean).join(', '),
        ])}
      />
    </>
  )
}

/** The warehouse's own count of a kit. */
function KitCount({ row: { sku, kit } }: { readonly row: StockRow }) {
  if (!kit || kit.warehouse_on_hand === null) return null
  return `. The warehouse count of ${formatCount(kit.warehouse_on_hand)} for ${sku} itself is not used. Its boxes are counted instead.`
}

type MovementReferenceProps = {
  readonly of: RouteAnswer<typeof stock.stockDetail>['movements'][number]
  readonly client: string
}

/** The sender's reference of a movement. That of a return links to the returns of its order. */
function MovementReference({ of: { kind, reference, orderNumber }, client }: MovementReferenceProps) {
  if (kind !== 'return' || reference === '' || orderNumber === '') return reference
  const to = (order: { orderNumber: string; client: string }) => returnsEventsAddress({ ...order, return: reference })
  return (
    <OrderLink order={{ orderNumber, clientCode: client }} to={to}>
      {reference}
    </OrderLink>
  )
}

/** How orders can use stock that is not sellable. */
function CodeNote({ code }: { readonly code: string }) {
  const { data } = useQuery(allocationCodes)
  const allocationCode = data?.find((one) => one.code === code)
  if (!allocationCode || code === SELLABLE) return null
  return (
    <p>
      {allocationCode.title}. Orders do not use this stock
      {allocationCode.mayBePromised
        ? ', though it counts as available in SKU File Report.'
        : ', and it does not count as available.'}
    </p>
  )
}

type ReservationPurposeProps = {
  readonly of: Reservation
  /** The SKU in the drawer; the reservation can be of a kit with it as a box. */
  readonly box: string
}

function ReservationPurpose({ of, box }: ReservationPurposeProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...reservationHistory(of._id), enabled: isOpen })
  const whose = of.orderNumber || of.customerAccount
  return (
    <>
      {PURPOSE_TITLES[of.purpose]}
      {whose && `: ${whose}`}
      {of.sku !== box && `, as kits ${of.sku}`}
      {of.note && ` (${of.note})`}{' '}
      <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        History
      </Button>
      {isOpen &&
        data?.rows.map(({ at, act, byName, pieces, until }) => (
          <div key={at}>
            <MomentText at={at} />: {act} by {byName}, {formatCount(pieces)} until <DayText day={until} />
          </div>
        ))}
    </>
  )
}

type SectionProps = {
  readonly title: string
  readonly empty: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Total number; undefined if all rows are shown. */
  readonly total?: number
  /** Loads more rows; undefined if it cannot. */
  readonly onMore?: (() => void) | undefined
  /** Whether to scroll to it once it is rendered. */
  readonly isScrollTarget?: boolean
}

/** Height of the sticky drawer title that scrolling must keep clear, in pixels. */
const DRAWER_TITLE_HEIGHT = 64

function Section({ title, empty, heads, rows, total = rows.length, onMore, isScrollTarget = false }: SectionProps) {
  const isCut = rows.length < total
  const here = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isScrollTarget) here.current?.scrollIntoView()
  }, [isScrollTarget])
  return (
    <section aria-label={title} ref={here} style={{ scrollMarginTop: DRAWER_TITLE_HEIGHT }}>
      <Group gap="xs" mt="lg" mb={4}>
        <Title order={3} size="h5">
          {isCut ? `${title}: ${formatCount(rows.length)} of ${formatCount(total)}` : title}
        </Title>
        {isCut && onMore && (
          <Button size="compact-xs" variant="default" onClick={onMore}>
            Show more
          </Button>
        )}
      </Group>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((cells, place) => (
                <Table.Tr key={place}>
                  {cells.map((cell, at) => (
                    <Table.Td key={heads[at]}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
