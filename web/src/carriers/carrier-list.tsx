import type { CarrierStatus } from '@despatch/contract/carriers/carriers'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FindingsOf } from '../allocation/findings-of.tsx'
import { RuleBookLink } from '../allocation/rule-book-link.tsx'
import { stringifySearch } from '../app/search-text.ts'
import { DataTable } from '../table/data-table.tsx'
import { ListPage } from '../table/list-page.tsx'
import { ACTIVE_DATES } from './addresses.ts'
import { CARRIER_COLUMNS } from './carrier-columns.tsx'
import { carrierList } from './carrier-queries.ts'

const rowId = ({ carrier }: CarrierStatus) => carrier

/** The carriers of the client, each with whether and when it may be used. */
export function CarrierList({ title }: { readonly title: string }) {
  const router = useRouter()
  const { data: carriers, error, isPending, refetch } = useQuery(carrierList)
  const count = carriers?.length
  return (
    <ListPage
      title={title}
      counted={count !== undefined && `${formatCount(count)} ${count === 1 ? 'carrier' : 'carriers'}`}
      action={<RuleBookLink />}
      filters={<FindingsOf kinds={['carrier']} />}
    >
      <DataTable
        name="active-dates"
        label="Carriers"
        columns={CARRIER_COLUMNS}
        rows={carriers}
        rowId={rowId}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        onOpen={({ carrier }) => void router.navigate({ href: ACTIVE_DATES + stringifySearch({ carrier }) })}
        empty={<p>This client has no carriers yet. They come with the methods that are contracted for it.</p>}
      />
    </ListPage>
  )
}
