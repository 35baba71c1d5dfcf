import { carrierCode } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { CapacitiesOfAll } from './capacities-of-all.tsx'
import { CapacityList } from './capacity-list.tsx'
import { CapacityRecord } from './capacity-record.tsx'

const TITLE = 'Carrier Capacity Set Up'
const shape = z.object({ carrier: carrierCode.or(z.literal('')).catch('') })

/** Carrier Capacity Set Up: the list of carriers, or one carrier's tab. */
export function CapacityScreen() {
  const [{ carrier }] = useScreenSearch(shape)
  return (
    <ForOneClient title={TITLE} what="see its carrier capacity" ofAll={carrier === '' && <CapacitiesOfAll />}>
      {(client) =>
        carrier === '' ? (
          <CapacityList title={TITLE} />
        ) : (
          <CapacityRecord key={`${client} ${carrier}`} client={client} code={carrier} />
        )
      }
    </ForOneClient>
  )
}
