import type { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { flagText, type ShownRow } from './multi-box-values.ts'

/** A product's boxes for people. */
export function boxesLabel({ components }: Pick<ShownRow, 'components'>): string {
  if (components.length === 0) return 'None yet'
  return components.map(({ Code, quantity }) => (quantity === 1 ? Code : `${quantity} × ${Code}`)).join(', ')
}

const column = columnsOf<ShownRow>()

/** The columns of exported multi-box products. */
export const PRODUCT_COLUMNS: Columns<ShownRow> = column.columns([
  column.accessor('Code', { header: 'Product', size: 150, meta: { keepsText: true } }),
  column.accessor('Item_Description', { header: 'Description', size: 260 }),
  column.accessor(boxesLabel, { id: 'boxes', header: 'Boxes', size: 240, enableSorting: false }),
  column.accessor((row) => flagText(row.Same_Component_Carrier), {
    id: 'travels',
    header: 'Ship boxes with',
    size: 160,
  }),
  column.accessor((row) => (row.isException ? 'Yes' : 'No'), { id: 'isException', header: 'Exception', size: 100 }),
])

type ComponentException = RouteAnswer<typeof multiBox.componentExceptions>['rows'][number]
const exception = columnsOf<ComponentException>()

/** The columns of exported exceptions. */
export const EXCEPTION_COLUMNS: Columns<ComponentException> = exception.columns([
  exception.accessor('Code', { header: 'Box', meta: { keepsText: true } }),
  exception.accessor('Item_Description', { header: 'Description' }),
  exception.accessor('product', { header: 'Of the product', meta: { keepsText: true } }),
  exception.accessor('quantity', { header: 'Boxes' }),
  exception.accessor((row) => flagText(row.Same_Component_Carrier), { id: 'travels', header: 'Ships with' }),
])
