import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Button } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { Claimable } from '@despatch/contract/claims/claim'
import { MAX_PREPARED } from '@despatch/contract/claims/claims'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DayChip } from '../../kit/list/filters/day-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { claimsAddress } from '../addresses.ts'
import { CLAIMABLE_COLUMNS } from '../claim-columns.tsx'
import { ClaimableDrawer } from './claimable-drawer.tsx'
import {
  claimableBody,
  type ClaimableSearch,
  claimableKey,
  claimableShape,
  claimableSums,
  fetchClaimable,
  isMissed,
  NO_CLAIMABLE_FILTER,
  termsNow,
} from '../claim-queries.ts'
import { CAUSE_OPTIONS, claimedText, claimsText } from '../claim-text.ts'
import parts from '../../kit/record/record-parts.module.css'
import { prepareClaims } from './prepare.ts'
import { UncheckedTerms } from '../terms/unchecked-terms.tsx'
import { useClient, usePrepareDisabledReason } from '../use-claim-rights.ts'

const NOUN = ['parcel', 'parcels'] as const
const rowId = ({ clientCode, trackingNumber }: Claimable) => `${clientCode} ${trackingNumber}`

/**
 * All claimable parcels, the nearest deadline first; those of a carrier can be prepared together. Figures link here
 * for missed deadlines.
 */
export function ClaimableScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(claimableShape)
  const [isAsking, setAsking] = useState(false)
  const client = useClient()
  const missed = isMissed(search)
  const whyNot = usePrepareDisabledReason()
  const mayNot = missed ? 'Their deadlines have passed.' : whyNot
  const body = claimableBody(search)
  const { data: sums = [] } = useQuery(claimableSums(body, client))
  const { data: all = [] } = useQuery(claimableSums({}, client))
  const { data: { terms } = { terms: [] } } = useQuery(termsNow)
  const list = usePagedList<Claimable>({
    queryKey: claimableKey(body, client),
    place: { ...search, sort: 'deadline', order: 'asc' },
    onPlace: ({ page, limit }) =>
      change({ ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) }),
    fetchPage: (page, limit, signal) => fetchClaimable(body, page, limit, signal),
    rowId,
  })
  const narrow = (part: Partial<ClaimableSearch>) => change({ ...part, page: 1 })
  const clear = () => narrow(NO_CLAIMABLE_FILTER)
  const carriers = [...new Map(all.map(({ carrierCode, carrierName }) => [carrierCode, carrierName]))]
  const done = (submissions: readonly string[]) => {
    const [only, another] = submissions
    if (only) goTo(claimsAddress(another ? { state: 'prepared' } : { search: only }))
  }
  const open = ({ trackingNumber }: Claimable) => !missed && change({ open: trackingNumber }, { replace: false })
  const total = sums.reduce((sum, { parcels }) => sum + parcels, 0)
  const prepareSelected = useOneAtATime(async () => done(await prepareClaims({ parcels: list.selected })))
  return (
    <ListScreen
      name="claims-to-make"
      title={missed ? 'Expired claims' : 'Claimable'}
      label="Claimable parcels"
      noun={NOUN}
      columns={CLAIMABLE_COLUMNS}
      list={list}
      isOrdered
      fetchRows={(page, size, signal) => fetchClaimable(body, page, size, signal).then(({ rows }) => rows)}
      action={
        <Button ml="auto" disabled={mayNot !== undefined || total === 0} title={mayNot} onClick={() => setAsking(true)}>
          Prepare {claimsText(Math.min(total, MAX_PREPARED))}
        </Button>
      }
      filters={<ClaimableFilters search={search} carriers={carriers} onNarrow={narrow} onClear={clear} />}
      actions={
        <>
          <DisabledReason reasons={[mayNot]} />
          <Button size="xs" disabled={mayNot !== undefined} title={mayNot} onClick={prepareSelected}>
            Prepare claims
          </Button>
        </>
      }
      above={
        !missed && (
          <>
            <Sums sums={all} onNarrow={narrow} />
            <UncheckedTerms
              isAbove
              terms={terms.filter(({ carrierCode }) => carriers.some(([code]) => code === carrierCode))}
            />
          </>
        )
      }
      narrowed={{ isNarrowed: isNarrowed(search, NO_CLAIMABLE_FILTER), onClear: clear }}
      empty="No claimable parcels. Parcels appear here once lost, damaged or late by their carrier’s terms."
      onOpen={open}
      onPeek={open}
    >
      <ClaimableDrawer
        reference={missed ? '' : search.open}
        clientCode={search.client}
        onPrepared={done}
        onClose={() => change({ open: '' })}
      />
      <ConfirmDialog
        opened={isAsking}
        title={`Prepare ${claimsText(Math.min(total, MAX_PREPARED))}?`}
        confirmLabel="Prepare claims"
        whyNot={undefined}
        onConfirm={async () => done(await prepareClaims({ all: body }))}
        onDone={() => setAsking(false)}
        onClose={() => setAsking(false)}
      >
        <p>Each carrier gets its own submission with a claim form, workbook and receipts.</p>
      </ConfirmDialog>
    </ListScreen>
  )
}

type ClaimableFiltersProps = {
  readonly search: ClaimableSearch
  readonly carriers: readonly (readonly [code: string, name: string])[]
  readonly onNarrow: (part: Partial<ClaimableSearch>) => void
  readonly onClear: () => void
}

/** The filters of the list. */
function ClaimableFilters({ search, carriers, onNarrow, onClear }: ClaimableFiltersProps) {
  return (
    <>
      <SearchField label="Parcel or order" value={search.reference} onChange={(reference) => onNarrow({ reference })} />
      <FilterRow isNarrowed={isNarrowed(search, NO_CLAIMABLE_FILTER)} onClear={onClear}>
        {isMissed(search) && (
          <>
            <DayChip
              name="Expired from"
              value={search.missedFrom}
              isPast
              onChange={(missedFrom) => onNarrow({ missedFrom })}
            />
            <DayChip name="Expired to" value={search.missedTo} isPast onChange={(missedTo) => onNarrow({ missedTo })} />
          </>
        )}
        {search.client && (
          <ChoiceChip
            name="Client"
            value={search.client}
            options={[{ value: search.client, label: search.client }]}
            onChange={(clientCode) => onNarrow({ client: clientCode })}
          />
        )}
        <ChoiceChip
          name="Deadline"
          value={search.week}
          options={[{ value: 'yes', label: 'Due in 7 days' }]}
          onChange={(week) => onNarrow({ week: week as ClaimableSearch['week'] })}
        />
        <ChoiceChip
          name="Carrier"
          value={search.carrier}
          options={carriers.map(([value, label]) => ({ value, label }))}
          onChange={(carrier) => onNarrow({ carrier })}
        />
        <ChoiceChip
          name="Cause"
          value={search.cause}
          options={CAUSE_OPTIONS}
          onChange={(cause) => onNarrow({ cause: cause as ClaimableSearch['cause'] })}
        />
      </FilterRow>
    </>
  )
}

type SumsProps = {
  readonly sums: Awaited<ReturnType<NonNullable<ReturnType<typeof claimableSums>['queryFn']>>>
  readonly onNarrow: (part: Partial<ClaimableSearch>) => void
}

/** The claimable sums by carrier; each count filters the list. */
function Sums({ sums, onNarrow }: SumsProps) {
  if (sums.length === 0) return null
  const seesCosts = sums.some(({ amount }) => amount !== undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={parts.sums} data-text-columns="2" tabIndex={0} role="group" aria-label="Claimable by carrier">
      <table aria-label="Claimable by carrier and cause">
        <ColumnHeads texts={['Carrier', 'Cause', 'Due in 7 days', 'Parcels', seesCosts ? 'Claimable' : 'Goods']} />
        <tbody>
          {sums.map(({ carrierCode: carrier, carrierName, cause, currency, thisWeek, parcels, goods, amount }) => (
            <tr key={`${carrier} ${cause} ${currency}`}>
              <th scope="row">{carrierName}</th>
              <td className={parts.text}>{CAUSE_LABELS[cause]}</td>
              <td>
                {thisWeek === 0 ? (
                  '–'
                ) : (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => onNarrow({ carrier, cause, week: 'yes', reference: '' })}
                  >
                    {formatCount(thisWeek)}
                  </Button>
                )}
              </td>
              <td>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onNarrow({ carrier, cause, week: '', reference: '' })}
                >
                  {formatCount(parcels)}
                </Button>
              </td>
              <td>{claimedText({ goods, amount, currency })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
