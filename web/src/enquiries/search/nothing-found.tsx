import { Button } from '@mantine/core'
import { orders } from '@despatch/contract/orders/orders'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { enquiryAddress } from '../addresses.ts'
import { call } from '../../kit/server/call.ts'
import { criteriaBody, emptyResultMessage } from '../../orders/criteria.ts'
import { criteriaOf, type ResultSearch } from './result-queries.ts'
import { SearchSuggestions } from './search-suggestions.tsx'

const NONE_SHORT = 'No matching orders were sent short and still need closing'
const NONE_NEEDS = 'No matching orders need attention'

type NothingFoundProps = { readonly search: ResultSearch; readonly onShowCancelled: () => void }

/** An empty result: the specification's message, a note about hidden cancelled orders, and suggestions. */
export function NothingFound({ search, onShowCancelled }: NothingFoundProps) {
  const criteria = criteriaOf(search)
  const areHidden =
    search.cancelled === '' && search.short === '' && search.attention === '' && criteria.status.length === 0
  const body = criteriaBody({ ...criteria, status: ['C'] }, true)
  const { data: hidden = 0 } = useQuery({
    queryKey: ['orders', 'total', body],
    queryFn: ({ signal }) => call(orders.total, { body }, { signal }).then(({ total }) => total),
    enabled: areHidden,
  })
  return (
    <>
      <p>
        {search.short === 'only' ? NONE_SHORT : search.attention === 'only' ? NONE_NEEDS : emptyResultMessage(criteria)}
      </p>
      <SearchSuggestions criteria={criteria} />
      {hidden > 0 && (
        <p>
          {hidden === 1
            ? 'One cancelled order matches and is hidden.'
            : `${formatCount(hidden)} cancelled orders match and are hidden.`}{' '}
          <Button variant="default" size="compact-sm" onClick={onShowCancelled}>
            {hidden === 1 ? 'Show it' : 'Show'}
          </Button>
        </p>
      )}
      <ScreenButton to={enquiryAddress(criteria)} variant="default">
        Change the search
      </ScreenButton>
    </>
  )
}
