import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { useSelectAll } from '../../kit/list/selection/use-select-all.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { session } from '../../kit/session/session-store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ReallocationReceipts } from '../allocation/reallocation-receipt.tsx'
import { useReallocateDisabledReason } from '../allocation/allocate-again-button.tsx'
import { RateAgainButton } from '../allocation/rate-again.tsx'
import { reallocationRun, allocateAgain, ordersOf, ownRun } from '../allocation/allocate-again.ts'
import { ALL_CLIENTS_COLUMNS, HISTORY_COLUMNS } from './carrier-history-columns.tsx'
import { CarrierHistoryFilters } from './carrier-history-filters.tsx'
import { ExceptionCauses } from './exception-causes.tsx'
import { CarrierHistoryPeek } from './carrier-history-peek.tsx'
import { PassedOver } from './passed-over.tsx'
import {
  CARRIER_EXCEPTIONS,
  CARRIER_HISTORY,
  causesFilterOf,
  type ExceptionList,
  fetchAllExceptions,
  fetchExceptions,
  filterOf,
  type HistorySearch,
  isHistoryNarrowed,
} from './carrier-history-queries.ts'

const NOUN = ['routing exception', 'routing exceptions'] as const
/** The maximum of selected rows. */
const MAX_CHOSEN = 10_000

const rowId = ({ clientCode, orderNumber, attempt, number }: RoutingException) =>
  `${clientCode} ${orderNumber} ${attempt}.${number}`

/** Carrier History: routing exceptions of a period with reasons, and a button to allocate them again. */
export function CarrierHistoryScreen() {
  return (
    <Exceptions
      title="Carrier History"
      table="carrier-history"
      kind={CARRIER_HISTORY}
      otherwise="No routing exceptions in the last seven days. Choose other dates to look further back."
    />
  )
}

/** Carrier Routing Exceptions: all open exceptions. */
export function CarrierExceptionsScreen() {
  return (
    <Exceptions
      title="Carrier Routing Exceptions"
      table="carrier-exceptions"
      kind={CARRIER_EXCEPTIONS}
      otherwise="Every consignment has a carrier. Consignments without a carrier are listed here with the reason. Past ones are in Carrier History."
    />
  )
}

type ExceptionsProps = {
  readonly title: string
  /** The name under which the table's layout is stored. */
  readonly table: string
  readonly kind: ExceptionList
  /** The text if there are none with the default filters. */
  readonly otherwise: string
}

function Exceptions({ title, table, kind, otherwise }: ExceptionsProps) {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(kind.shape)
  const client = useStore(session.store, (now) => now.client)
  const columns = client === ALL_CLIENTS ? ALL_CLIENTS_COLUMNS : HISTORY_COLUMNS
  const [peeked, setPeeked] = useState<RoutingException>()
  const run = useStore(reallocationRun, ownRun)
  const whyNot = useReallocateDisabledReason()
  const filter = filterOf(search)
  const paged = usePagedList<RoutingException>({
    queryKey: ['routing-exceptions', filter],
    place: { page: search.page, limit: search.limit, sort: 'at', order: 'desc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage: (page, limit, signal) => fetchExceptions(filter, page, limit, signal),
    rowId,
  })
  const list = useSelectAll(paged, {
    key: [filter],
    max: MAX_CHOSEN,
    fetchAll: (max, signal) => fetchAllExceptions(filter, max, signal),
  })

  // A new filter starts at the first page.
  const narrow = (part: Partial<HistorySearch>) => change({ ...part, page: 1 })
  const clear = () => narrow({ from: '', to: '', open: kind.usual().open, search: '', cause: '' })
  const open = ({ orderNumber, clientCode }: RoutingException) =>
    goTo(orderAddress({ orderNumber, client: clientCode }))
  const orders = ordersOf(list.selected.filter(({ state }) => state === 'exception'))
  const isRunning = run !== undefined && run.state !== 'ended'

  function allocate() {
    list.clear()
    void allocateAgain(orders)
  }
  const allocateCause = useMutation({
    mutationFn: async (cause: string) =>
      allocateAgain(ordersOf(await fetchAllExceptions({ ...filter, cause }, MAX_CHOSEN, new AbortController().signal))),
    onError: (error) => notify.danger(messageOf(error)),
  })

  return (
    <div data-view={search.view}>
      <ListScreen
        name={table}
        title={title}
        label="Routing exceptions, newest first"
        noun={NOUN}
        columns={columns}
        list={list}
        fetchRows={(page, size, signal) => fetchExceptions(filter, page, size, signal).then(({ rows }) => rows)}
        filters={<CarrierHistoryFilters list={kind} search={search} onChange={narrow} onClear={clear} />}
        actions={
          <>
            <DisabledReason
              reasons={[
                whyNot,
                orders.length === 0 ? 'None of the selected exceptions is open.' : undefined,
                isRunning ? 'Others are being allocated.' : undefined,
              ]}
            />
            <Button
              size="xs"
              disabled={whyNot !== undefined || orders.length === 0 || isRunning}
              loading={list.isChoosing}
              onClick={allocate}
            >
              Allocate {orders.length === 1 ? '1 order' : `${orders.length.toLocaleString('en-GB')} orders`} again
            </Button>
            {orders.length > 0 && <RateAgainButton orders={orders} />}
          </>
        }
        above={
          <>
            {run && <ReallocationReceipts run={run} />}
            {kind === CARRIER_EXCEPTIONS && search.open === 'true' && (
              <ExceptionCauses
                filter={causesFilterOf(search)}
                chosen={search.cause}
                onChoose={(cause) => narrow({ cause })}
                onAllocate={whyNot === undefined ? allocateCause.mutate : undefined}
                isAllocating={isRunning || allocateCause.isPending}
                hasClients={client === ALL_CLIENTS}
              />
            )}
            {kind === CARRIER_EXCEPTIONS && <PassedOver hasClients={client === ALL_CLIENTS} />}
          </>
        }
        narrowed={{ isNarrowed: isHistoryNarrowed(search, kind), onClear: clear }}
        empty={otherwise}
        onOpen={open}
        onPeek={setPeeked}
      >
        <CarrierHistoryPeek of={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      </ListScreen>
    </div>
  )
}
