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
  /** What is set for the client of this code; `picker` is the choice of another, to stand above it. */
  readonly children: (code: string, picker: ReactNode) => ReactNode
}

/** The client that the address names, else the selected one; where all are selected, the choice of one. */
export function ClientAtAddress({ title, children }: ClientAtAddressProps) {
  const [{ client: named }, change] = useScreenSearch(shape)
  const { client: selected, clients } = useStore(session.store)
  const code = named || (selected === ALL_CLIENTS ? '' : selected)
  const known = clientOptions(clients)
  // One that is closed is not among those that one works for.
  const data =
    code === '' || clients.some((one) => one.code === code) ? known : [...known, { value: code, label: code }]
  const picker = (data.length > 1 || code === '') && (
    <SearchSelect
      className={styles.picker}
      label="Client"
      placeholder="Choose a client"
      data={data}
      value={code || null}
      onChange={(chosen) => chosen && change({ client: chosen })}
      allowDeselect={false}
      nothingFoundMessage="No client found"
      // Until one is chosen there is nothing else to do.
      autoFocus={code === ''}
      openOnFocus={code !== ''}
    />
  )
  if (code !== '') return children(code, picker)
  return (
    <section className={recordStyles.screen} aria-label={title}>
      <h1>{title}</h1>
      <p>
        {clients.length > 0
          ? 'This is set for each client. Choose a client.'
          : 'There are no clients yet. Add the first one in Client List.'}
      </p>
      {picker}
      <ClientButtons onChoose={(chosen) => change({ client: chosen })} />
    </section>
  )
}
