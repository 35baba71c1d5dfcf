import type { Claim } from '@despatch/contract/claims/claim'
import type { ClaimSort } from '@despatch/contract/claims/claims'
import { submissionIdOf, submissionNumber } from '@despatch/domain/claims/claim'
import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { SearchField } from '../kit/list/filters/search-field.tsx'
import { ListScreen } from '../kit/list/list-screen.tsx'
import { usePagedList } from '../kit/list/use-paged-list.ts'
import { ClaimActions } from './claim-actions.tsx'
import { CLAIM_COLUMNS } from './claim-columns.tsx'
import { ClaimDrawer } from './claim-drawer.tsx'
import {
  claimsBody,
  claimsKey,
  claimsShape,
  type ClaimsSearch,
  fetchClaims,
  NO_CLAIMS_FILTER,
  termsNow,
} from './claim-queries.ts'
import { CAUSE_OPTIONS, STATE_OPTIONS } from './claim-text.ts'
import { PackButton } from './pack-button.tsx'
import { useClient } from './use-claim-rights.ts'

const NOUN = ['claim', 'claims'] as const
const rowId = ({ claimID }: Claim) => claimID

/** Claims against carriers, with their states. */
export function ClaimsScreen() {
  const [search, change] = useScreenSearch(claimsShape)
  const client = useClient()
  const { data: terms } = useQuery(termsNow)
  const body = claimsBody(search)
  const list = usePagedList<Claim>({
    queryKey: claimsKey(body, client),
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort && { sort: sort as ClaimSort }) }),
    fetchPage: (page, limit, signal) => fetchClaims(body, page, limit, signal),
    rowId,
  })
  const narrow = (part: Partial<ClaimsSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow(NO_CLAIMS_FILTER)
  const open = ({ claimID }: Claim) => change({ claim: claimID }, { replace: false })
  const submission = submissionIdOf(search.search)
  const carriers = [...new Set(terms?.terms.map(({ carrierCode }) => carrierCode))]
  return (
    <ListScreen
      name="claims"
      title="Claims"
      label="Claims against carriers"
      noun={NOUN}
      columns={CLAIM_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchClaims(body, page, size, signal).then(({ rows }) => rows)}
      action={submission !== undefined && <PackButton submission={submissionNumber(submission)} />}
      filters={
        <>
          <SearchField
            label="Claim, submission, parcel, order or reference"
            value={search.search}
            onChange={(text) => narrow({ search: text })}
          />
          <FilterRow isNarrowed={isNarrowed(search, NO_CLAIMS_FILTER)} onClear={clear}>
            {search.client && (
              <ChoiceChip
                name="Client"
                value={search.client}
                options={[{ value: search.client, label: search.client }]}
                onChange={(clientCode) => narrow({ client: clientCode })}
              />
            )}
            <ChoiceChip
              name="Status"
              value={search.state}
              options={STATE_OPTIONS}
              onChange={(state) => narrow({ state: state as ClaimsSearch['state'] })}
            />
            <ChoiceChip
              name="Carrier"
              value={search.carrier}
              options={carriers.map((value) => ({ value, label: value }))}
              onChange={(carrier) => narrow({ carrier })}
            />
            <ChoiceChip
              name="Cause"
              value={search.cause}
              options={CAUSE_OPTIONS}
              onChange={(cause) => narrow({ cause: cause as ClaimsSearch['cause'] })}
            />
          </FilterRow>
        </>
      }
      actions={<ClaimActions claims={list.selected} onDone={list.clear} />}
      narrowed={{ isNarrowed: isNarrowed(search, NO_CLAIMS_FILTER), onClear: clear }}
      empty="No claims yet. Prepare claims from the claimable parcels."
      onOpen={open}
      onPeek={open}
    >
      <ClaimDrawer claimID={search.claim} onClose={() => change({ claim: '' })} />
    </ListScreen>
  )
}
