import { Button } from '@mantine/core'
import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { formatCount } from '@despatch/domain/money/money'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { EVENT_CODE_COLUMNS } from './event-code-columns.tsx'
import { EventCodeDrawer, type OpenCode } from './event-code-drawer.tsx'
import {
  type EventCodeSearch,
  eventCodesOverview,
  eventCodeSearchShape,
  fetchEventCodes,
  listKey,
  listQuery,
  NO_FILTER,
} from './event-code-queries.ts'
import { SetMeanings } from './set-meanings.tsx'
import { PasteCodes } from './paste-codes.tsx'

const TABLE = 'carrier-event-codes'
const TITLE = 'Carrier Event Codes'
const MEANINGS = Object.entries(DELIVERY_STATES).map(([value, label]) => ({ value, label }))
const rowId = ({ carrier, code }: EventCode) => JSON.stringify([carrier, code])

/** Carrier Event Codes: meanings of carriers' codes, and unknown codes. */
export function EventCodesScreen() {
  const [search, change] = useScreenSearch(eventCodeSearchShape)
  const [open, setOpen] = useState<OpenCode>()
  const [isPasting, setIsPasting] = useState(false)
  const [isSettingMeanings, setIsSettingMeanings] = useState(false)
  const mayNotEdit = useEditDisabledReason('feeds.carrierEventCodes')
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  const whyNot = isInternal ? mayNotEdit : 'Codes have one meaning for all clients, set by the operator.'
  const { data: overview } = useQuery(eventCodesOverview)
  const query = listQuery(search)
  const list = usePagedList<EventCode>({
    queryKey: listKey(query),
    place: search,
    onPlace: (place) => change(place as Partial<EventCodeSearch>),
    fetchPage: (page, limit, signal) => fetchEventCodes(query, page, limit, signal),
    rowId,
  })
  const narrow = (part: Partial<EventCodeSearch>) => change({ ...part, page: 1 })
  const isUnknown = search.state === 'unknown'
  const unknown = overview?.unknown
  return (
    <ListScreen
      name={TABLE}
      title={TITLE}
      noun={['code', 'codes']}
      columns={EVENT_CODE_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchEventCodes(query, page, size, signal).then(({ rows }) => rows)}
      action={
        whyNot === undefined && (
          <Button variant="default" onClick={() => setIsPasting(true)}>
            Paste a carrier’s list
          </Button>
        )
      }
      add={{ label: 'Create code', whyNot, onAdd: () => setOpen('new') }}
      filters={
        <>
          <SearchField label="Code or text" value={search.search} onChange={(text) => narrow({ search: text })} />
          <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
            <ChoiceChip
              name="Carrier"
              value={search.carrier}
              options={(overview?.carriers ?? []).map((carrier) => ({ value: carrier, label: carrier }))}
              onChange={(carrier) => narrow({ carrier })}
            />
            <ChoiceChip
              name="Means"
              value={search.state}
              options={MEANINGS}
              onChange={(state) => narrow({ state: state as EventCodeSearch['state'] })}
            />
          </FilterRow>
          {unknown !== undefined && unknown.codes > 0 && !isUnknown && (
            <Button
              size="compact-sm"
              color="attention"
              variant="light"
              onClick={() => narrow({ ...NO_FILTER, state: 'unknown', sort: 'events', order: 'desc' })}
            >
              Unknown ({formatCount(unknown.codes)})
            </Button>
          )}
        </>
      }
      actions={
        whyNot === undefined && (
          <Button size="xs" onClick={() => setIsSettingMeanings(true)}>
            Set meaning…
          </Button>
        )
      }
      narrowed={{ isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      empty={
        'No carrier codes yet. Add one, or paste a carrier’s list; codes that come ' +
        'with events before are kept, counted and listed here.'
      }
      onOpen={setOpen}
      onPeek={setOpen}
    >
      <EventCodeDrawer of={open} whyNot={whyNot} onClose={() => setOpen(undefined)} />
      <SetMeanings
        codes={list.selected}
        opened={isSettingMeanings}
        onClose={() => setIsSettingMeanings(false)}
        onSaved={list.clear}
      />
      <PasteCodes opened={isPasting} onClose={() => setIsPasting(false)} />
    </ListScreen>
  )
}
