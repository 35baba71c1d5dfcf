import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { type ReactNode, useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import recordStyles from '../../kit/form/record.module.css'
import { takeChosenHere } from '../password/chosen-here.ts'
import { ChooseClient } from '../password/choose-client.tsx'
import { session } from '../../kit/session/session-store.ts'

type ForOneClientProps = {
  readonly title: string
  /** What belongs to one client: 'An order'. */
  readonly what: string
  /** What is shown to anyone who works for all clients, where there is something to show of all. */
  readonly ofAll?: ReactNode
  /** With the client, and whether it has just been chosen here: then who chose goes on at the first field. */
  readonly children: (client: string, isChosenHere: boolean) => ReactNode
}

/** What is done for one client: anyone who works for all of them chooses first, or sees what there is to see of all. */
export function ForOneClient({ title, what, ofAll, children }: ForOneClientProps) {
  const client = useStore(session.store, (now) => now.client)
  const [isChosenHere] = useState(() => takeChosenHere(client))
  if (client !== ALL_CLIENTS) return children(client, isChosenHere)
  if (ofAll) return ofAll
  return (
    <div className={recordStyles.alone}>
      <h1>{title}</h1>
      <p>
        {what} belongs to one client, and you are working for all of them ({ALL_CLIENTS_LABEL}). Choose the client that
        it is for; the choice at the top of the window changes with it.
      </p>
      <ChooseClient />
    </div>
  )
}
