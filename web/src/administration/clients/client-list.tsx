import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Client } from '@despatch/contract/administration/clients/client'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { ChoiceChip, YES_OR_NO } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { AddClientDialog } from './add-client-dialog.tsx'
import { clientAddress } from './addresses.ts'
import { CLIENT_COLUMNS } from './client-columns.tsx'
import { ClientPeek } from './client-peek.tsx'
import { type ClientSearch, clientSearchShape, fetchClients, listQuery, NO_FILTER } from './client-queries.ts'
import { RemoveClientsDialog } from './remove-clients-dialog.tsx'
import { useChangeDisabledReason } from './use-change-disabled-reason.ts'

const TABLE = 'clients'
const rowId = ({ code }: Client) => code

/** The clients with sub-accounts and currency: all for internal users, else the user's own. */
export function ClientList() {
  const router = useRouter()
  const [search, change] = useScreenSearch(clientSearchShape)
  const [peeked, setPeeked] = useState<Client>()
  const [isAdding, adding] = useDisclosure()
  const [isAsking, asking] = useDisclosure()
  const whyNot = useChangeDisabledReason('clientList')
  const query = listQuery(search)
  const list = usePagedList<Client>({
    queryKey: ['clients', 'list', query],
    place: search,
    onPlace: (place) => change(place as Partial<ClientSearch>),
    fetchPage: (page, limit, signal) => fetchClients(query, page, limit, signal),
    rowId,
  })
  const { selected } = list
  const open = ({ code }: Client) => void router.navigate({ href: clientAddress(code) })
  const narrow = (part: Partial<ClientSearch>) => change({ ...part, page: 1 })
  return (
    <ListScreen
      name={TABLE}
      title="Client List"
      label="Clients"
      exportTitle="Clients"
      noun={['client', 'clients']}
      columns={CLIENT_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchClients(query, page, size, signal).then(({ rows }) => rows)}
      add={{ label: 'Add client', whyNot, onAdd: adding.open }}
      filters={
        <>
          <SearchField label="Code or name" value={search.search} onChange={(text) => narrow({ search: text })} />
          <FilterRow isNarrowed={isNarrowed(search, NO_FILTER)} onClear={() => narrow(NO_FILTER)}>
            <ChoiceChip
              name="Active"
              value={search.active}
              options={YES_OR_NO}
              onChange={(active) => narrow({ active: active as ClientSearch['active'] })}
            />
          </FilterRow>
        </>
      }
      actions={
        <Button size="compact-sm" variant="default" disabled={whyNot !== undefined} onClick={asking.open}>
          Delete…
        </Button>
      }
      narrowed={{ isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      empty="No clients yet. Add the retailers whose goods you store and despatch."
      onOpen={open}
      onPeek={setPeeked}
    >
      <ClientPeek client={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <AddClientDialog opened={isAdding} onClose={adding.close} onCreated={open} />
      <RemoveClientsDialog clients={selected} opened={isAsking} onClose={asking.close} onDeleted={list.clear} />
    </ListScreen>
  )
}
