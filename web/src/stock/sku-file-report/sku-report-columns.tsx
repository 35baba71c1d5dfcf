import type { SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import { formatCount } from '@despatch/domain/money/money'
import { MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { boxesText } from './boxes-text.ts'

const column = columnsOf<SkuReportRow>()
const right = { align: 'right' } as const
const keepsText = true

/** 'No weight, no size'. */
export function missingText({ missing }: Pick<SkuReportRow, 'missing'>): string {
  const text = missing.map((what) => `no ${what}`).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const side = (id: 'length' | 'width' | 'height', header: string) =>
  // The feed needs all three sides, so a lone longest side is left out.
  column.accessor((row) => (row.width === null ? null : row[id]), {
    id,
    header,
    size: 100,
    enableSorting: false,
    meta: right,
  })

/** Columns of the report, titled like the SKU data feed, so that an export can be corrected and fed back. */
export const SKU_COLUMNS: Columns<SkuReportRow> = column.columns([
  column.accessor('Code', {
    id: 'code',
    header: 'SKU',
    size: 150,
    meta: { keepsText },
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('Item_Description', { id: 'title', header: 'Title', size: 215, meta: { keepsText } }),
  column.accessor((row) => missingText(row), {
    id: 'missing',
    header: 'Missing',
    size: 176,
    enableSorting: false,
    cell: ({ getValue }) => getValue() && <Status meaning="attention">{getValue()}</Status>,
  }),
  column.accessor('orders', {
    header: 'Orders in 4 weeks',
    size: 142,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor('weight', { header: 'Weight (kg)', size: 105, meta: right }),
  side('length', 'Length (cm)'),
  side('width', 'Width (cm)'),
  side('height', 'Height (cm)'),
  column.accessor('onHand', {
    header: 'On hand',
    size: 90,
    meta: right,
    cell: ({ row: { original } }) => original.onHand !== null && formatCount(original.onHand),
  }),
  column.accessor('available', {
    header: 'Available',
    size: 90,
    enableSorting: false,
    meta: right,
    cell: ({ row: { original } }) => original.available !== null && formatCount(original.available),
  }),
  column.accessor(({ categories }) => categories.join('; '), {
    id: 'categories',
    header: 'Category',
    size: 150,
    enableSorting: false,
    meta: { keepsText },
  }),
  column.accessor((row) => boxesText(row), {
    id: 'boxes',
    header: 'Boxes',
    size: 170,
    enableSorting: false,
    meta: { keepsText },
  }),
  column.accessor('unitValue', { header: 'Unit value', size: 95, enableSorting: false, meta: right }),
  column.accessor(({ isSerialNumbered }) => (isSerialNumbered ? 'Yes' : 'No'), {
    id: 'serialNumbered',
    header: 'Serial-numbered',
    size: 125,
    enableSorting: false,
  }),
  column.accessor('volume', { header: 'Volume (m³)', size: 105, enableSorting: false, meta: right }),
  column.accessor('lastOrderedAt', {
    header: 'Last ordered',
    size: 160,
    enableSorting: false,
    meta: { kind: 'time' },
    cell: ({ row: { original } }) => original.lastOrderedAt && <MomentText at={original.lastOrderedAt} />,
  }),
])
