import { useDisclosure } from '@mantine/hooks'
import type { ApiKey } from '@despatch/contract/administration/api-keys/api-keys'
import { useMemo, useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { SecretDialog } from '../../kit/form/secret-dialog.tsx'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { AdoptKeyDialog } from './adopt-key-dialog.tsx'
import { KEY_COLUMNS, RevokeKey } from './key-columns.tsx'
import { KeyPeek } from './key-peek.tsx'
import { fetchKeys, type KeySearch, keySearchShape, listQuery, NO_FILTER } from './key-queries.ts'
import { STATES } from './key-text.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { ReplaceKeyDialog } from './replace-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

const rowId = ({ _id }: ApiKey) => _id
const STATE_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, label: word }))

/**
 * The keys with which other systems send feeds: their clients, feeds and last use. Creates, replaces and revokes keys.
 */
export function ApiKeysScreen() {
  const [search, change] = useScreenSearch(keySearchShape)
  const [peeked, setPeeked] = useState<ApiKey>()
  const [replacing, setReplacing] = useState<ApiKey>()
  const [revoking, setRevoking] = useState<ApiKey>()
  const [adopting, setAdopting] = useState<ApiKey>()
  const [made, setMade] = useState<{ apiKey: ApiKey; key: string }>()
  const [isMaking, making] = useDisclosure()
  const whyNot = useEditDisabledReason('setUpAndControl.userAdministration.apiKeys')
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  const revoke = useMemo(
    () => ({
      whyNot: ({ isOperators }: ApiKey) =>
        whyNot ?? (isOperators && !isInternal ? 'The operator created this key and manages it.' : undefined),
      revoke: setRevoking,
    }),
    [whyNot, isInternal],
  )
  const query = listQuery(search)
  const fetchPage = (page: number, limit: number, signal: AbortSignal) => fetchKeys(query, page, limit, signal)
  const list = usePagedList<ApiKey>({
    queryKey: ['api-keys', query],
    place: search,
    onPlace: (place) => change(place as Partial<KeySearch>),
    fetchPage,
    rowId,
  })
  const narrow = (part: Partial<KeySearch>) => change({ ...part, page: 1 })
  return (
    <RevokeKey value={revoke}>
      <ListScreen
        name="api-keys"
        title="API Keys"
        noun={['key', 'keys']}
        columns={KEY_COLUMNS}
        list={list}
        fetchRows={(...args) => fetchPage(...args).then(({ rows }) => rows)}
        add={{ label: 'Create key', whyNot, onAdd: making.open }}
        filters={
          <>
            <SearchField label="Search" value={search.search} onChange={(text) => narrow({ search: text })} />
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
        narrowed={{ isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
        empty="No API keys yet. Keys let other systems send orders, deliveries, returns, stock and SKU data. Choose ‘Create key’ to add one."
        onOpen={setPeeked}
        onPeek={setPeeked}
      >
        <KeyPeek
          of={peeked}
          whyNot={revoke.whyNot}
          onReplace={(key) => {
            setPeeked(undefined)
            setReplacing(key)
          }}
          onRevoke={(key) => {
            setPeeked(undefined)
            setRevoking(key)
          }}
          onAdopt={(key) => {
            setPeeked(undefined)
            setAdopting(key)
          }}
          onClose={() => setPeeked(undefined)}
        />
        <NewKeyDialog opened={isMaking} onClose={making.close} onMade={setMade} />
        <ReplaceKeyDialog of={replacing} onClose={() => setReplacing(undefined)} onReplaced={setMade} />
        <AdoptKeyDialog of={adopting} onClose={() => setAdopting(undefined)} />
        <RevokeKeyDialog of={revoking} onClose={() => setRevoking(undefined)} />
        <SecretDialog
          secret={made?.key}
          title={`Key ${made?.apiKey.name}`}
          label="The key"
          onClose={() => setMade(undefined)}
        >
          Copy the key now. You can’t see it again. Send it in the access_token header of each call
          {made && made.apiKey.clients.length > 1 && ', with one of its clients in the header client'}.
        </SecretDialog>
      </ListScreen>
    </RevokeKey>
  )
}
