import { Select } from '@mantine/core'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/roles/role-types'
import type { ReactNode } from 'react'
import { forgetAnswers } from '../app/query-client.ts'
import { useStore } from '../app/store.ts'
import { closeRecordTabs } from '../app/tabs/window-tabs.ts'
import { clientOptions } from './client-title.ts'
import styles from './for-one-client.module.css'
import { session } from './session-store.ts'

type Given = {
  readonly title: string
  /** What belongs to one client: 'An order'. */
  readonly what: string
  readonly children: (client: string) => ReactNode
}

/** What is done for one client: whoever works for all of them chooses first. */
export function ForOneClient({ title, what, children }: Given) {
  const { client, clients } = useStore(session.store)
  if (client !== ALL_CLIENTS) return children(client)
  return (
    <div className={styles.alone}>
      <h1>{title}</h1>
      <p>
        {what} belongs to one client, and you are working for all of them ({ALL_CLIENTS_LABEL}). Choose the client that
        it is for; the choice at the top of the window changes with it.
      </p>
      <Select
        label="Client"
        placeholder="Choose a client"
        data={clientOptions(clients)}
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage="No client is called that"
        onChange={(code) => {
          if (!code) return
          // Records of other clients must not stay open.
          closeRecordTabs()
          session.selectClient(code)
          void forgetAnswers()
        }}
      />
    </div>
  )
}
