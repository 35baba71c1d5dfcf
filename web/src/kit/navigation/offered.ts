import { hasRight } from '../session/rights.ts'
import type { Session } from '../session/session-store.ts'
import { seenBy } from '../session/use-sees.ts'
import { type Screen, screenAt, screensBeneath } from './screens.ts'

/** Whether there is such a screen for someone: users of clients are offered none of the operator's. */
export const isThereFor = ({ user }: Session, { isOperators }: Pick<Screen, 'isOperators'>) =>
  !isOperators || user?.role.iforce_user === true

/** Whether someone sees what a screen tells of, beside the right to open it. */
export function seesWhatItShows(session: Session, { shows = [] }: Pick<Screen, 'shows'>): boolean {
  const sees = seenBy(session)
  return shows.every((key) => sees[key])
}

/** Whether a screen is open to someone: it is what home, the palette, the menu and the keys lead to. */
export const isOpenTo = (session: Session, screen: Screen) =>
  isThereFor(session, screen) && hasRight(session, screen.leaf) && seesWhatItShows(session, screen)

/** Where the address of a group leads: to its first screen that is open to someone, else to its first, which says why not. */
export function firstScreenBeneath(session: Session, pathname: string): Screen | undefined {
  const beneath = screensBeneath(pathname)
  return beneath.find((screen) => isOpenTo(session, screen)) ?? beneath[0]
}

/** Whether a path leads to something that is open to someone; what needs no permission is. */
export function isPathOpenTo(session: Session, path: string): boolean {
  const screen = screenAt(path)
  return !screen || isOpenTo(session, screen)
}
