import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '@despatch/contract/api-keys/api-keys'
import { useMemo, useState } from 'react'
import { useStore } from '../app/store.ts'
import { ShownOnce } from '../form/shown-once.tsx'
import { session } from '../session/session-store.ts'
import { useWhyNotEdit } from '../session/use-may.ts'
import { ChoiceChip } from '../table/choice-chip.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { FilterRow } from '../table/filter-row.tsx'
import { ListPage } from '../table/list-page.tsx'
import { isNarrowed } from '../table/narrowed.ts'
import { NothingListed } from '../table/nothing-listed.tsx'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { SearchField } from '../table/search-field.tsx'
import { TableFoot } from '../table/table-foot.tsx'
import { usePagedList } from '../table/use-paged-list.ts'
import { WhyNot } from '../table/why-not.tsx'
import { KEY_COLUMNS, RevokeKey } from './key-columns.tsx'
import { KeyPeek } from './key-peek.tsx'
import { fetchKeys, type KeySearch, keySearchShape, listQuery, NO_FILTER } from './key-queries.ts'
import { STATES } from './key-words.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

const TABLE = 'api-keys'
const TITLE = 'API Keys'
const rowId = ({ _id }: ApiKey) => _id
const STATE_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))

/** The keys that other systems feed with: of which clients and feeds, last used when; made and revoked here. */
export function ApiKeysScreen() {
  const [search, change] = useScreenSearch(keySearchShape)
  const [peeked, setPeeked] = useState<ApiKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const [made, setMade] = useState<{ apiKey: ApiKey; key: string }>()
  const [isMaking, making] = useDisclosure()
  const whyNot = useWhyNotEdit('setUpAndControl.userAdministration.apiKeys')
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  const revoke = useMemo(
    () => ({
      mayRevoke: ({ isOperators, state }: ApiKey) => !whyNot && state !== 'revoked' && (isInternal || !isOperators),
      revoke: setRevoking,
    }),
    [whyNot, isInternal],
  )
  const query = listQuery(search)
  const list = usePagedList<ApiKey>({
    queryKey: ['api-keys', query],
    place: search,
    onPlace: (place) => change(place as Partial<KeySearch>),
    fetchPage: (page, limit, signal) => fetchKeys(query, page, limit, signal),
    rowId,
  })
  // Nothing is selected here: a key is revoked in its row.
  const { selected: _selected, onSelect: _onSelect, ...table } = list.table
  const narrow = (part: Partial<KeySearch>) => change({ ...part, page: 1 })
  return (
    <RevokeKey value={revoke}>
      <ListPage
        title={TITLE}
        counted={list.counted(['key', 'keys'])}
        action={
          <Group gap="xs">
            <ExportMenu
              table={TABLE}
              title={TITLE}
              columns={KEY_COLUMNS}
              total={list.total}
              fetchRows={(page, size, signal) => fetchKeys(query, page, size, signal).then(({ rows }) => rows)}
            />
            <WhyNot reasons={[whyNot]} />
            <Button disabled={whyNot !== undefined} onClick={making.open}>
              Make a key
            </Button>
          </Group>
        }
        filters={
          <>
            <SavedViews table={TABLE} />
            <SearchField
              label="Name or beginning"
              value={search.search}
              onChange={(text) => narrow({ search: text })}
            />
            <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
              <ChoiceChip
                name="Status"
                value={search.state}
                options={STATE_OPTIONS}
                onChange={(state) => narrow({ state: state as KeySearch['state'] })}
              />
            </FilterRow>
          </>
        }
        foot={<TableFoot {...list.foot} />}
      >
        <DataTable
          name={TABLE}
          label={TITLE}
          columns={KEY_COLUMNS}
          {...table}
          onOpen={setPeeked}
          onPeek={setPeeked}
          empty={
            <NothingListed
              noun="key"
              isNarrowed={isNarrowed(search, NO_FILTER)}
              onClear={() => narrow(NO_FILTER)}
              otherwise="There is no key yet. With a key another system feeds orders, despatches, delivery events, returns or stock without a person’s sign-in; make one with ‘Make a key’."
            />
          }
        />
        <KeyPeek
          of={peeked}
          mayRevoke={revoke.mayRevoke}
          onRevoke={(key) => {
            setPeeked(undefined)
            setRevoking(key)
          }}
          onClose={() => setPeeked(undefined)}
        />
        <NewKeyDialog opened={isMaking} onClose={making.close} onMade={setMade} />
        <RevokeKeyDialog of={revoking} onClose={() => setRevoking(undefined)} />
        <ShownOnce
          secret={made?.key}
          title={`The key ${made?.apiKey.name}`}
          label="The key"
          onClose={() => setMade(undefined)}
        >
          Copy it now to where it is used: once this is closed it is not shown again. It goes into the header
          access_token of each call
          {made && made.apiKey.clients.length > 1 && ', with one of its clients in the header client'}.
        </ShownOnce>
      </ListPage>
    </RevokeKey>
  )
}
