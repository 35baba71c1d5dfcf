import type { CarrierCapacity } from '@despatch/contract/capacity/capacity'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FindingsOf } from '../allocation/findings-of.tsx'
import { RuleBookLink } from '../allocation/rule-book-link.tsx'
import { stringifySearch } from '../app/search-text.ts'
import { DataTable } from '../table/data-table.tsx'
import { ListPage } from '../table/list-page.tsx'
import { CAPACITY } from './addresses.ts'
import { CAPACITY_COLUMNS } from './capacity-columns.tsx'
import { capacityList } from './capacity-queries.ts'

const rowId = ({ carrier }: CarrierCapacity) => carrier

/** The carriers of the client, each with what it has been given of today and the six days after. */
export function CapacityList({ title }: { readonly title: string }) {
  const router = useRouter()
  const { data: carriers, error, isPending, refetch } = useQuery(capacityList)
  const count = carriers?.length
  return (
    <ListPage
      title={title}
      counted={count !== undefined && `${formatCount(count)} ${count === 1 ? 'carrier' : 'carriers'}`}
      action={<RuleBookLink />}
      filters={<FindingsOf kinds={['capacity']} />}
    >
      <DataTable
        name="capacity"
        label="Carriers"
        columns={CAPACITY_COLUMNS}
        rows={carriers}
        rowId={rowId}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ carrier }) => void router.navigate({ href: CAPACITY + stringifySearch({ carrier }) })}
        empty={<p>This client has no carriers yet. They come with the methods that are contracted for it.</p>}
      />
    </ListPage>
  )
}
