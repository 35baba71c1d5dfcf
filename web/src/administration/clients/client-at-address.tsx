import { clientCode } from '@despatch/contract/route/fields'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { ClientButtons } from '../../sign-in/password/choose-client.tsx'
import recordStyles from '../../kit/form/record.module.css'
import styles from './clients.module.css'

const shape = z.object({ client: clientCode.or(z.literal('')).catch('') })

type ClientAtAddressProps = {
  readonly title: string
  /** Renders the settings of a client. `picker` selects another client, and goes above them. */
  readonly children: (code: string, picker: ReactNode) => ReactNode
}

/** Settings of the client in the address, else of the selected one; if all are selected, asks for one. */
export function ClientAtAddress({ title, children }: ClientAtAddressProps) {
  const [{ client: named }, change] = useScreenSearch(shape)
  const { client: selected, clients } = useStore(session.store)
  const code = named || (selected === ALL_CLIENTS ? '' : selected)
  const options = clientOptions(clients)
  // Add the client of the address if it is closed, and so missing from the session's list.
  const data =
    code === '' || clients.some((one) => one.code === code) ? options : [...options, { value: code, label: code }]
  const picker = (data.length > 1 || code === '') && (
    <SearchSelect
      className={styles.picker}
      {...(code === '' && { w: '100%', maw: '26rem' })}
      label="Client"
      placeholder="Choose a client"
      data={data}
      value={code || null}
      onChange={(chosen) => chosen && change({ client: chosen })}
      allowDeselect={false}
      nothingFoundMessage="No client found"
      // Nothing else can be done until a client is selected.
      autoFocus={code === ''}
      openOnFocus={code !== ''}
    />
  )
  if (code !== '') return children(code, picker)
  return (
    <section className={recordStyles.screen} aria-label={title}>
      <h1>{title}</h1>
      <p>{clients.length > 0 ? 'Choose a client.' : 'No clients yet. Add one in Client List.'}</p>
      {picker}
      <ClientButtons onChoose={(chosen) => change({ client: chosen })} />
    </section>
  )
}
