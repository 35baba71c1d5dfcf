import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useOpens } from '../../kit/session/use-may.ts'
import { MENU_OPTIONS, PARAMETERS } from './addresses.ts'
import styles from './clients.module.css'

/** Leads to what else is set for a client, for who may open it. */
export function ClientLinks({ code }: { readonly code: string }) {
  const opensOptions = useOpens(ENTRIES.clientMenuOptions)
  const opensParameters = useOpens(ENTRIES.clientSpecificParameters)
  const search = { client: code } as never
  return (
    <p className={styles.links}>
      {opensOptions && (
        <Anchor component={Link} to={MENU_OPTIONS} search={search} inherit>
          Client Menu Options
        </Anchor>
      )}
      {opensParameters && (
        <Anchor component={Link} to={PARAMETERS} search={search} inherit>
          Client Specific Parameters
        </Anchor>
      )}
    </p>
  )
}
