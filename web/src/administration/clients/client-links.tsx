import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { menuOptionsAddress, parametersAddress } from './addresses.ts'
import styles from './clients.module.css'

/** Links to the other settings of a client, if the user may open them. */
export function ClientLinks({ code }: { readonly code: string }) {
  const opensOptions = useCanOpen(ENTRIES.clientMenuOptions)
  const opensParameters = useCanOpen(ENTRIES.clientSpecificParameters)
  return (
    <p className={styles.links}>
      {opensOptions && <ScreenLink to={menuOptionsAddress({ client: code })}>Client Menu Options</ScreenLink>}
      {opensParameters && <ScreenLink to={parametersAddress({ client: code })}>Client Specific Parameters</ScreenLink>}
    </p>
  )
}
