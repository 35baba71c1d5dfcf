import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { type ReactNode, useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import recordStyles from '../../kit/form/record.module.css'
import { consumeClientChoice } from '../password/client-choice.ts'
import { ChooseClient } from '../password/choose-client.tsx'
import { session } from '../../kit/session/session-store.ts'

type ForOneClientProps = {
  readonly title: string
  /** What the client is chosen for: 'see its carrier rules'. */
  readonly what: string
  /** Shown while all clients are selected, if the screen has something for all. */
  readonly ofAll?: ReactNode
  /** Shown beneath the question for a client. */
  readonly beneath?: ReactNode
  /**
   * Renders for a client. `isChosenHere` is true right after the user selected it on this screen; then focus the first
   * field.
   */
  readonly children: (client: string, isChosenHere: boolean) => ReactNode
}

/** A screen that works for one client. While all are selected it asks for one, or shows `ofAll`. */
export function ForOneClient({ title, what, ofAll, beneath, children }: ForOneClientProps) {
  const client = useStore(session.store, (now) => now.client)
  const [isChosenHere] = useState(() => consumeClientChoice(client))
  if (client !== ALL_CLIENTS) return children(client, isChosenHere)
  if (ofAll) return ofAll
  return (
    <>
      <div className={recordStyles.alone}>
        <h1>{title}</h1>
        <p>Choose a client to {what}.</p>
        <ChooseClient />
      </div>
      {beneath}
    </>
  )
}
