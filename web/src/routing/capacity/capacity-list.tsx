import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CarrierListPage } from '../active-dates/carrier-list-page.tsx'
import { capacityAddress } from './addresses.ts'
import { capacityColumns } from './capacity-columns.tsx'
import { capacityList } from './capacity-queries.ts'

/** Lists the client's carriers with the usage of today and the six days after. */
export function CapacityList({ title }: { readonly title: string }) {
  const carriers = useQuery(capacityList)
  // Fix the days of the column heads when the list opens.
  const [columns] = useState(capacityColumns)
  return (
    <CarrierListPage
      title={title}
      name="capacity"
      columns={columns}
      carriers={carriers}
      addressOf={capacityAddress}
      findingKind="capacity"
    />
  )
}
