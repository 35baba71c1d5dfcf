import { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import { ClientsList, type OfClient } from '../../kit/list/clients-list.tsx'
import type { Columns } from '../../kit/list/features.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { call } from '../../kit/server/call.ts'
import type { ShownRow } from './multi-box-values.ts'
import { PRODUCT_COLUMNS } from './product-columns.ts'

type Product = ShownRow & OfClient

const ADDRESS = entryOf('carrierRoutingControl.multiBoxProductsRouting').path

async function productsOf(client: string, signal: AbortSignal) {
  const { rows } = await call(multiBox.list, {}, { client, signal })
  return rows.map((row) => ({ ...row, isChanged: false }))
}

/** The multi-box products of all clients. */
export const MultiBoxOfAll = ({ title }: { readonly title: string }) => (
  <ClientsList<Product>
    title={title}
    name="multi-box-of-all"
    noun={['product', 'products']}
    queryKey={['rule-book', 'multi-box']}
    fetchOf={productsOf}
    // Columns of a row apply to a row with its client too.
    columns={PRODUCT_COLUMNS as Columns<object> as Columns<Product>}
    rowId={({ Code }) => Code}
    searchLabel="Client, product or description"
    searched={({ Code, Item_Description }) => [Code, Item_Description]}
    addressOf={() => ADDRESS}
    empty="No products in several boxes yet. Open a client’s screen to add the boxes of a SKU."
  />
)
