import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { ByRegionList } from './by-region-list.tsx'

/** Menu: 'Product Fixed Routing: by Region'. */
export function FixedRoutingByRegionScreen() {
  return (
    <ForOneClient title="Product Fixed Routing: by Region" what="see its fixed routing">
      {() => <ByRegionList />}
    </ForOneClient>
  )
}
