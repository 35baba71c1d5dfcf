import { useIsAdministrator } from '../../kit/session/use-rights.ts'
import { entriesNotSeen } from '@despatch/domain/administration/clients/visibility'
import { type LeafPath, MENU, type MenuNode } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { useStore } from '../../kit/browser/store.ts'
import { hasRight, hasNoActiveClient, NO_CLIENT } from '../../kit/session/rights.ts'
import { visibilityOf } from '../../kit/session/use-visibility.ts'
import { type Session, session } from '../../kit/session/session-store.ts'
import { isOfferedTo } from '../../kit/navigation/screen-access.ts'
import type { Screen } from '../../kit/navigation/screens.ts'
import styles from './page.module.css'
import { plainTitle } from '../../kit/navigation/screen-title.ts'

/** The titles of an entry and its groups: ['Order Management', 'Create New Order']. */
export function titlesTo(leaf: LeafPath): string[] {
  const titles: string[] = []
  let nodes: readonly MenuNode[] = MENU
  for (const key of leaf.split('.')) {
    const node = nodes.find((one) => one.key === key)
    if (!node) break
    titles.push(node.title)
    nodes = 'children' in node ? node.children : []
  }
  return titles
}

/** Explains why the user may not open a screen, which permission it needs, and who can grant it. */
export function NotAllowedScreen({ screen }: { screen: Screen }) {
  const state = useStore(session.store)
  return (
    <div className={styles.page}>
      <span className={styles.kicker}>No permission</span>
      <h1>You don’t have access to {plainTitle(screen)}</h1>
      {isOfferedTo(state, screen) ? (
        <DenialReason state={state} leaf={screen.leaf} />
      ) : (
        <p className={styles.text}>Only operator staff can open this screen. Ask your contact at the operator.</p>
      )}
    </div>
  )
}

const DATA_HIDDEN = 'This screen shows data that is hidden from your client or role. Ask your administrator for access.'

/** Whether the role has the right, but the user may not see the screen's data. */
const isDataHidden = (state: Session, leaf: LeafPath) =>
  entriesNotSeen(visibilityOf(state)).includes(leaf) &&
  state.user !== undefined &&
  holdsRight(state.user.role.permissions as PermissionTree, leaf)

function DenialReason({ state, leaf }: { state: Session; leaf: LeafPath }) {
  const { user, clients, client } = state
  const isAdministrator = useIsAdministrator()
  if (hasNoActiveClient(state)) return <p className={styles.text}>{NO_CLIENT}</p>
  if (hasRight(state, leaf) || isDataHidden(state, leaf)) return <p className={styles.text}>{DATA_HIDDEN}</p>
  const switchedOff = clients.find(({ code }) => code === client)?.switchedOff.find(({ entry }) => entry === leaf)
  if (switchedOff) return <p className={styles.text}>This is switched off. {switchedOff.reason}</p>
  const role = user?.role
  const granter = role?.iforce_user ? 'an internal administrator' : 'your administrator'
  return (
    <>
      <p className={styles.text}>
        {isAdministrator ? 'Add' : `Ask ${granter} for`} ‘Read Only’ on {titlesTo(leaf).join(' › ')}
        {isAdministrator && ' to your role in Roles & Permissions'}.
      </p>
      <p className={styles.text}>
        Your role is {role?.name}. The client’s menu options can also leave this screen out.
      </p>
    </>
  )
}
