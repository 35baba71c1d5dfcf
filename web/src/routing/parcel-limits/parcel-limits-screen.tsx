import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { limitSearchShape } from './limit-queries.ts'
import { LimitsOfAll } from './limits-of-all.tsx'
import { LimitsFilter } from './limits-filter.tsx'
import { LimitsRecord } from './limits-record.tsx'

/**
 * Carrier: Parcel Limits: the filter, or one method's tab. Specification 2: 'carrier parcel limits page type defaults
 * to filter'.
 */
export function ParcelLimitsScreen() {
  const [search, change] = useScreenSearch(limitSearchShape)
  return (
    <ForOneClient
      title="Carrier: Parcel Limits"
      what="see its parcel limits"
      ofAll={search.method === '' && <LimitsOfAll />}
    >
      {() =>
        search.method === '' ? (
          <LimitsFilter search={search} onChange={change} />
        ) : (
          <LimitsRecord key={search.method} id={search.method} />
        )
      }
    </ForOneClient>
  )
}
