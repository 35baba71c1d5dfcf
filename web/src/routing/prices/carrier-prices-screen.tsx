import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { MethodRecord } from './method/method-record.tsx'
import { PricesOfAll } from './prices-of-all.tsx'
import { PriceList } from './price-list.tsx'
import { priceSearchShape } from './price-queries.ts'

/**
 * Carrier Prices: the list of methods, or one method's tab. Specification 2: 'Carrier prices have list, detail and edit
 * views.'
 */
export function CarrierPricesScreen() {
  const [{ method, edit }] = useScreenSearch(priceSearchShape)
  return (
    <ForOneClient title="Carrier Prices" what="see its carrier prices" ofAll={method === '' && <PricesOfAll />}>
      {() => (method === '' ? <PriceList /> : <MethodRecord key={method} id={method} edit={edit} />)}
    </ForOneClient>
  )
}
