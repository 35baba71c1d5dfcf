import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useStore } from '../app/store.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { MENU_OPTIONS, PARAMETERS } from './addresses.ts'
import styles from './clients.module.css'

const UNDER = 'setUpAndControl.clientAdministration'

/** Leads to what else is set for a client, for who may open it. */
export function ClientLinks({ code }: { readonly code: string }) {
  const state = useStore(session.store)
  const search = { client: code } as never
  return (
    <p className={styles.links}>
      {hasRight(state, `${UNDER}.clientMenuOptions`) && (
        <Anchor component={Link} to={MENU_OPTIONS} search={search} inherit>
          Client Menu Options
        </Anchor>
      )}
      {hasRight(state, `${UNDER}.clientSpecificParameters`) && (
        <Anchor component={Link} to={PARAMETERS} search={search} inherit>
          Client Specific Parameters
        </Anchor>
      )}
    </p>
  )
}
