import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { ListDay, Reference } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import styles from './fixed-routing.module.css'

const column = columnsOf<CategoryDetailRow>()

/** A row's title: 'MUG-1', or 'All of Kitchen'. */
export const rowTitle = ({ Code, category }: CategoryDetailRow) => Code || `All of ${category}`

/** A route's regions in short; empty without a route. */
export const whereText = ({ RegionListShort }: CategoryDetailRow): string => RegionListShort

/** A route's regions with all names. */
export function everyRegion({ RegionListName, RegionListShort }: CategoryDetailRow): string {
  return RegionListName || RegionListShort
}

/** The carrier of a product without a route of its own. */
export function categoryCarrierText({ heldByCategory }: CategoryDetailRow): string {
  return heldByCategory === '' ? 'No fixed route' : `${heldByCategory}, by its category`
}

/** A route's method; empty without a route. */
export function methodText({ customPreferenceID, method, methodName }: CategoryDetailRow): string {
  return customPreferenceID === '' ? '' : method === '' ? 'Any method' : methodName
}

function dayCell(day: string | null) {
  return day === null ? null : <ListDay day={day} />
}

/** The columns of both fixed routing screens. */
export const ROUTE_COLUMNS: Columns<CategoryDetailRow> = column.columns([
  column.accessor(rowTitle, {
    id: 'code',
    header: 'Code',
    size: 170,
    cell: ({ row: { original } }) => (original.Code === '' ? rowTitle(original) : <Reference text={original.Code} />),
  }),
  column.accessor('Item_Description', { id: 'description', header: 'Description', size: 220 }),
  column.accessor('category', { header: 'Category', size: 130, enableSorting: false }),
  column.accessor('carrierName', {
    header: 'Carrier',
    size: 150,
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.carrierName || <span className={styles.unheld}>{categoryCarrierText(original)}</span>,
  }),
  column.accessor('service', { header: 'Service', size: 120, enableSorting: false }),
  column.accessor(methodText, { id: 'method', header: 'Method', size: 160, enableSorting: false }),
  column.accessor(whereText, {
    id: 'regions',
    header: 'Regions',
    size: 240,
    enableSorting: false,
    meta: { exportValue: everyRegion },
    cell: ({ row: { original } }) => <span title={everyRegion(original)}>{whereText(original)}</span>,
  }),
  column.accessor('startDate', {
    header: 'First day',
    meta: { kind: 'day' },
    size: 100,
    enableSorting: false,
    cell: ({ getValue }) => dayCell(getValue()),
  }),
  column.accessor('endDate', {
    header: 'Last day',
    meta: { kind: 'day' },
    size: 100,
    enableSorting: false,
    cell: ({ getValue }) => dayCell(getValue()),
  }),
  column.accessor('customPreferenceID', {
    header: 'Route',
    size: 130,
    enableSorting: false,
    cell: ({ getValue }) => (getValue() ? <Reference text={getValue()} /> : null),
  }),
])
