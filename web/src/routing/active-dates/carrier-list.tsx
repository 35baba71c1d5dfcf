import { useQuery } from '@tanstack/react-query'
import { activeDatesAddress } from './addresses.ts'
import { CARRIER_COLUMNS } from './carrier-columns.tsx'
import { CarrierListPage } from './carrier-list-page.tsx'
import { carrierList } from './carrier-queries.ts'

/** Lists the client's carriers with their active flags and dates. */
export function CarrierList({ title }: { readonly title: string }) {
  const carriers = useQuery(carrierList)
  return (
    <CarrierListPage
      title={title}
      name="active-dates"
      columns={CARRIER_COLUMNS}
      carriers={carriers}
      addressOf={activeDatesAddress}
      findingKind="carrier"
    />
  )
}
