import { useQuery } from '@tanstack/react-query'
import { CarrierListPage } from '../active-dates/carrier-list-page.tsx'
import { capacityAddress } from './addresses.ts'
import { CAPACITY_COLUMNS } from './capacity-columns.tsx'
import { capacityList } from './capacity-queries.ts'

/** The carriers of the client, each with what it has been given of today and the six days after. */
export function CapacityList({ title }: { readonly title: string }) {
  const carriers = useQuery(capacityList)
  return (
    <CarrierListPage
      title={title}
      name="capacity"
      columns={CAPACITY_COLUMNS}
      carriers={carriers}
      addressOf={capacityAddress}
      findingKind="capacity"
    />
  )
}
