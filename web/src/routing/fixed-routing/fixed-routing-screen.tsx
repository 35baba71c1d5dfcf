import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { BySkuList } from './by-sku-list.tsx'

/** Menu: 'Product Fixed Routing: by SKU'. */
export function FixedRoutingScreen() {
  return (
    <ForOneClient title="Product Fixed Routing: by SKU" what="see its fixed routing">
      {() => <BySkuList />}
    </ForOneClient>
  )
}
