import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { SerialDetail } from '@despatch/contract/stock/serials/serials'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { session } from '../../kit/session/session-store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { ALL_CLIENTS_COLUMNS, SERIAL_COLUMNS } from './serials-columns.tsx'
import styles from './serials.module.css'
import { SerialsForm } from './serials-form.tsx'
import {
  fetchSerials,
  hasLookup,
  noSerialsText,
  searchedSkus,
  type SerialsLookup,
  serialsShape,
  skusLeftOutText,
} from './serials-queries.ts'

const TABLE = 'sku-serial-despatched'
const TITLE = 'SKU Serials Despatched'
const rowId = ({ clientCode, SKU, serialNumber, trackingNumber }: SerialDetail) =>
  [clientCode, SKU, serialNumber, trackingNumber].join(' ')

/** SKU Serials Despatched: serial numbers despatched with an order, or of a SKU. */
export function SerialsScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(serialsShape)
  const client = useStore(session.store, (now) => now.client)
  const columns = client === ALL_CLIENTS ? ALL_CLIENTS_COLUMNS : SERIAL_COLUMNS
  const { page, limit, ...lookup } = search
  const fetchPage = (number: number, size: number, signal: AbortSignal) =>
    hasLookup(lookup) ? fetchSerials(lookup, number, size, signal) : Promise.resolve({ rows: [], total: 0 })
  const list = usePagedList<SerialDetail>({
    queryKey: ['serials', lookup],
    place: { page, limit, sort: '', order: 'asc' },
    onPlace: (place) => change({ ...(place.page && { page: place.page }), ...(place.limit && { limit: place.limit }) }),
    fetchPage,
    rowId,
  })
  const isNone = hasLookup(lookup) && !list.table.isLoading && !list.table.error && list.total === 0
  const skus = useQuery(searchedSkus(lookup))
  const leftOut = skus.data && skusLeftOutText(skus.data)
  const noneText = [noSerialsText(lookup), leftOut].filter(Boolean).join(' ')
  useDangerNotice(list.table.error ? messageOf(list.table.error) : isNone && !skus.isLoading ? noneText : undefined)
  const ask = (next: SerialsLookup) => change({ ...next, page: 1 })
  const open = ({ orderNumber, clientCode }: SerialDetail) => goTo(orderAddress({ orderNumber, client: clientCode }))
  return (
    <ListScreen
      name={TABLE}
      title={TITLE}
      label="Serial numbers, by SKU"
      noun={['serial number', 'serial numbers']}
      columns={columns}
      list={list}
      {...(!hasLookup(lookup) && { counted: false })}
      fetchRows={(number, size, signal) => fetchPage(number, size, signal).then(({ rows }) => rows)}
      filters={<SerialsForm key={Object.values(lookup).join('\n')} lookup={lookup} onAsk={ask} />}
      hasNoViews
      isOrdered
      beneath={leftOut && !isNone && <p className={styles.note}>{leftOut}</p>}
      onOpen={open}
      empty={
        <p>
          {hasLookup(lookup)
            ? noneText
            : 'Enter an order number, SKU or part of a description to list despatched serial numbers.'}
        </p>
      }
    />
  )
}
