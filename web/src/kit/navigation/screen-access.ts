import { hasRight } from '../session/rights.ts'
import type { Session } from '../session/session-store.ts'
import { visibilityOf } from '../session/use-visibility.ts'
import { type Screen, screenAt, screensBeneath } from './screens.ts'

/** Whether the user may know of the screen: clients' users are never offered the operator's screens. */
export const isOfferedTo = ({ user }: Session, { isOperatorOnly }: Pick<Screen, 'isOperatorOnly'>) =>
  !isOperatorOnly || user?.role.iforce_user === true

/** Whether the user may see the kind of data that the screen shows, beside the right to open it. */
export function seesContentOf(session: Session, { shows = [] }: Pick<Screen, 'shows'>): boolean {
  const sees = visibilityOf(session)
  return shows.every((key) => sees[key])
}

/** Whether the user may open the screen. Home, the palette, the menu and shortcuts offer only such screens. */
export const isOpenTo = (session: Session, screen: Screen) =>
  isOfferedTo(session, screen) && hasRight(session, screen.leaf) && seesContentOf(session, screen)

/** The target of a menu group's address: its first screen that the user may open, else its first, which explains why not. */
export function firstScreenBeneath(session: Session, pathname: string): Screen | undefined {
  const beneath = screensBeneath(pathname)
  return beneath.find((screen) => isOpenTo(session, screen)) ?? beneath[0]
}

/** Whether the user may open a path. Paths without a permission are always open. */
export function isPathOpenTo(session: Session, path: string): boolean {
  const screen = screenAt(path)
  return !screen || isOpenTo(session, screen)
}
