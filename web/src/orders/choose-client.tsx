import { Select } from '@mantine/core'
import { ALL_CLIENTS_LABEL } from '@despatch/domain/roles/role-types'
import { forgetAnswers } from '../app/query-client.ts'
import { closeRecordTabs } from '../app/tabs/window-tabs.ts'
import { clientOptions } from '../session/client-title.ts'
import { session } from '../session/session-store.ts'
import type { SessionClient } from '../session/storage.ts'
import styles from './create-order.module.css'

/** An order is of one client: whoever works for all of them chooses first. */
export function ChooseClient({ clients }: { clients: readonly SessionClient[] }) {
  return (
    <div className={styles.alone}>
      <h1>Create New Order</h1>
      <p>
        An order belongs to one client, and you are working for all of them ({ALL_CLIENTS_LABEL}). Choose the client
        that it is for; the choice at the top of the window changes with it.
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
