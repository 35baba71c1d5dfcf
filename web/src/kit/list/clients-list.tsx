import { createSliceReader } from './rows/page-reader.ts'
import type { RowData } from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { z } from 'zod'
import { useStore } from '../browser/store.ts'
import { addressFor } from '../navigation/screen-address.ts'
import { useGoTo } from '../navigation/use-go-to.ts'
import { queryClient } from '../server/query-client.ts'
import { session } from '../session/session-store.ts'
import { type Columns, columnsOf } from './features.ts'
import { useScreenSearch } from './filters/screen-search.ts'
import { SearchField } from './filters/search-field.tsx'
import { ListScreen } from './list-screen.tsx'
import { pageFields } from './page-size.ts'
import { type Noun, usePagedList } from './use-paged-list.ts'

/** A row of a list over several clients. */
export type OfClient = { readonly client: string }

/** The column of a list over several clients that names the client. */
export const clientColumn = <Row extends OfClient>(): Columns<Row> =>
  columnsOf<Row>().columns([
    columnsOf<Row>().accessor(({ client }) => client, {
      id: 'client',
      header: 'Client',
      size: 96,
      enableSorting: false,
      meta: { keepsText: true },
    }),
  ])

const shape = z.object({ search: z.string().max(100).catch(''), ...pageFields() })

type ClientsListProps<Row extends OfClient> = {
  readonly title: string
  readonly name: string
  readonly noun: Noun
  readonly queryKey: readonly string[]
  /** All rows of a client, in their order. */
  readonly fetchOf: (client: string, signal: AbortSignal) => Promise<readonly Omit<Row, 'client'>[]>
  readonly columns: Columns<Row>
  readonly rowId: (row: Row) => string
  /** The texts by which the search field finds a row, besides its client. */
  readonly searchLabel: string
  readonly searched: (row: Row) => readonly string[]
  /** The address of the row's own screen or record. */
  readonly addressOf: (row: Row) => string
  readonly empty: ReactNode
}

/**
 * A list of short settings over all clients of the user, from one call for each client. A row opens the screen of its
 * client.
 */
export function ClientsList<Row extends RowData & OfClient>(props: ClientsListProps<Row>) {
  const { queryKey, fetchOf, rowId, searched, addressOf } = props
  const [search, change] = useScreenSearch(shape)
  const clients = useStore(session.store, (now) => now.clients)
  const goTo = useGoTo()
  const columns = useMemo(() => [...clientColumn<Row>(), ...props.columns], [props.columns])
  const wanted = search.search.trim().toLowerCase()
  const all = {
    queryKey: [...queryKey, 'all-clients', clients.map(({ code }) => code)],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const rows = clients.map(async ({ code }) =>
        // The rows of `fetchOf` lack only the client.
        (await fetchOf(code, signal)).map((row) => ({ ...row, client: code }) as Row),
      )
      return (await Promise.all(rows)).flat()
    },
  }
  const fetchFound = async () =>
    (await queryClient.fetchQuery(all)).filter((row) =>
      [row.client, ...searched(row)].join(' ').toLowerCase().includes(wanted),
    )
  const fetchPage = async (page: number, limit: number) => {
    const found = await fetchFound()
    return { rows: found.slice((page - 1) * limit, page * limit), total: found.length }
  }
  const list = usePagedList<Row>({
    queryKey: [...queryKey, 'all-clients', 'page', wanted],
    place: { ...search, sort: 'client', order: 'asc' },
    onPlace: ({ page, limit }) => change({ ...(page && { page }), ...(limit && { limit }) }),
    fetchPage,
    rowId: (row) => `${row.client} ${rowId(row)}`,
  })
  const narrow = (text: string) => change({ search: text, page: 1 })
  return (
    <ListScreen
      name={props.name}
      title={props.title}
      noun={props.noun}
      columns={columns}
      list={list}
      isOrdered
      fetchRows={createSliceReader(fetchFound)}
      filters={<SearchField label={props.searchLabel} value={search.search} onChange={narrow} />}
      narrowed={{ isNarrowed: wanted !== '', onClear: () => narrow('') }}
      onOpen={(row) => goTo(addressFor(row.client, addressOf(row)))}
      opensOnClick
      empty={props.empty}
    />
  )
}
