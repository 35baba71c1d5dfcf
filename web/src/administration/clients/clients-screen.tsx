import { clientCode } from '@despatch/contract/route/fields'
import { z } from 'zod'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ClientList } from './client-list.tsx'
import { ClientRecord } from './client-record.tsx'

const shape = z.object({ client: clientCode.or(z.literal('')).catch('') })

/** All clients, or the tab of the client in the address. */
export function ClientsScreen() {
  const [{ client }] = useScreenSearch(shape)
  return client === '' ? <ClientList /> : <ClientRecord key={client} code={client} />
}
