import { compareNames } from '@despatch/domain/text/compare-names'
import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import type { ChangeTarget } from '@despatch/contract/routing/all-clients/all-clients'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { differingCells } from '@despatch/domain/routing/all-clients/differences'
import { z } from 'zod'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import type { Columns } from '../../kit/list/features.ts'
import type { ChangeKind } from './change-values.ts'

/** A carrier or method of one client, or the fact that the client does not have it. */
export type ComparedItem = {
  readonly client: string
  /** The carrier's code and name. */
  readonly carrier: string
  readonly carrierName: string
  /** The item to compare by: the carrier or one of its services. */
  readonly service: string
  /** The carrier's code or the method's id for changes; '' if the client does not have it. */
  readonly key: string
  /** Texts by column. */
  readonly cells: Readonly<Record<string, string>>
  /** For capacities: the use and limit of today and the six days after. */
  readonly use?: CarrierCapacity['use']
  /** For active dates: whether and when the carrier may be used. */
  readonly dates?: Pick<CarrierStatus, 'active' | 'activeDates'>
}

export type ComparedRow = ComparedItem & {
  readonly id: string
  /** Columns that differ from the majority, with the majority's text; undefined without a majority. */
  readonly differing: ReadonlyMap<string, string | undefined>
  /** The rows of its clients, if it is a row of a carrier or service: see group-rows.ts. */
  readonly members?: readonly ComparedRow[]
}

/** Whether the client has the carrier or service. */
export const isContracted = ({ key }: ComparedRow): boolean => key !== ''

type ComparedColumn = {
  readonly id: string
  readonly header: string
  readonly size: number
  /** Figures are right-aligned. */
  readonly align?: 'right'
  /** The meaning of a text that is a status. */
  readonly meaningOf?: (text: string) => Meaning
}

/** The configuration of a comparison screen. */
export type Comparison = {
  readonly title: string
  /** The name under which the table's layout is stored. */
  readonly table: string
  /** The menu entry whose Edit permission a change needs. */
  readonly leaf: LeafPath
  /** Whether it compares methods by service, or carriers. */
  readonly isOfMethods: boolean
  readonly columns: readonly ComparedColumn[]
  /** Columns that are not compared, before the others. */
  readonly ownColumns?: Columns<ComparedRow>
  /** The address of a client's carrier or method by its key. */
  readonly addressOf: (key: string) => string
  /** The verb of the button: 'Change dates'. */
  readonly verb: string
  readonly changes: readonly ChangeKind[]
}

/** The search parameters of a comparison. */
export const comparisonShape = z.object({
  search: z.string().max(60).catch(''),
  of: z.string().max(20).catch(''),
  differences: z.enum(['true', '']).catch(''),
  /** 'client' lists each client's row; otherwise each carrier or method is one row that can be expanded. */
  by: z.enum(['client', '']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type ComparisonSearch = z.output<typeof comparisonShape>

const NOT_CONTRACTED = 'Not contracted'

/** Builds the rows of a comparison: what each client has of each carrier or service, missing ones, and differences. */
export function comparedRows(
  { columns }: Pick<Comparison, 'columns'>,
  items: readonly ComparedItem[],
  clients: readonly string[],
): ComparedRow[] {
  const textsOf = columns.map(({ id }) => [id, ({ cells }: ComparedItem) => cells[id] ?? ''] as const)
  const differing = differingCells(items, groupOf, Object.fromEntries(textsOf))
  const having = items.map((item) => rowOf(item, differing.get(item) ?? NOWHERE))
  const missing = [...Map.groupBy(items, groupOf).values()].flatMap((group) => missingRows(columns, group, clients))
  return [...having, ...missing].toSorted(
    (one, other) =>
      compareNames(one.carrierName, other.carrierName) ||
      compareNames(one.service, other.service) ||
      compareNames(one.client, other.client) ||
      compareNames(one.key, other.key),
  )
}

const NOWHERE: ComparedRow['differing'] = new Map()

const rowOf = (item: ComparedItem, differing: ComparedRow['differing']): ComparedRow => ({
  ...item,
  id: `${item.carrier} ${item.service} ${item.client} ${item.key}`,
  differing,
})

/** Rows for clients without the carrier or service; they differ if the majority has it. */
function missingRows(
  columns: Comparison['columns'],
  group: readonly ComparedItem[],
  clients: readonly string[],
): ComparedRow[] {
  const having = new Set(group.map(({ client }) => client))
  const [first] = group
  const [column] = columns
  if (!first || !column) return []
  const differing = having.size * 2 > clients.length ? new Map([[column.id, 'contracted']]) : NOWHERE
  const { carrier, carrierName, service } = first
  return clients
    .filter((client) => !having.has(client))
    .map((client) =>
      rowOf({ client, carrier, carrierName, service, key: '', cells: { [column.id]: NOT_CONTRACTED } }, differing),
    )
}

const groupOf = ({ carrier, service }: ComparedItem) => `${carrier} ${service}`

/** Filters the rows of a comparison. */
export function narrowedRows(
  rows: readonly ComparedRow[],
  { search, of, differences }: Pick<ComparisonSearch, 'search' | 'of' | 'differences'>,
): ComparedRow[] {
  const wanted = search.trim().toLowerCase()
  return rows.filter(
    (row) =>
      (of === '' || row.carrier === of) &&
      (differences === '' || row.differing.size > 0) &&
      [row.client, row.carrier, row.carrierName, row.service, row.key].join(' ').toLowerCase().includes(wanted),
  )
}

/** The clients and items of a change for the selected rows and groups, without rows of missing items. */
export function targetsOf(rows: readonly ComparedRow[]): ChangeTarget[] {
  const selected = new Map(rows.flatMap((row) => row.members ?? row).map((row) => [row.id, row]))
  const having = [...selected.values()].filter(isContracted)
  return [...Map.groupBy(having, ({ client }) => client)].map(([client, own]) => ({
    client,
    items: own.map(({ key }) => ({ key })),
  }))
}

/** '6 clients'. */
export const clientsText = (count: number) => (count === 1 ? '1 client' : `${count.toLocaleString('en-GB')} clients`)
