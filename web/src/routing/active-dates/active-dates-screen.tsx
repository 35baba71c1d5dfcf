import { carrierCode } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { CarriersOfAll } from './carriers-of-all.tsx'
import { CarrierList } from './carrier-list.tsx'
import { CarrierRecord } from './carrier-record.tsx'

const TITLE = 'Carrier: Active Dates'
const shape = z.object({ carrier: carrierCode.or(z.literal('')).catch('') })

/** Carrier: Active Dates: the list of carriers, or one carrier's tab. */
export function ActiveDatesScreen() {
  const [{ carrier }] = useScreenSearch(shape)
  return (
    <ForOneClient title={TITLE} what="see its active dates" ofAll={carrier === '' && <CarriersOfAll />}>
      {(client) =>
        carrier === '' ? (
          <CarrierList title={TITLE} />
        ) : (
          <CarrierRecord key={`${client} ${carrier}`} client={client} code={carrier} />
        )
      }
    </ForOneClient>
  )
}
