import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { Link } from '@tanstack/react-router'
import { hasNoActiveClient, NO_CLIENT } from '../../kit/session/rights.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { SCREENS } from '../screens.ts'
import { useStore } from '../../kit/browser/store.ts'
import { visitsOf } from '../../kit/browser/visits.ts'
import styles from './home-screen.module.css'
import { WaitingCounts } from './waiting-counts.tsx'

const MAX_MOST_USED = 8

/** Home: what the user has to do, as a queue, and the screens that they open most. */
export function HomeScreen() {
  const state = useStore(session.store)
  const { user, clients, client } = state
  if (!user) return null
  const mine = SCREENS.filter((screen) => screen.isEntry && isOpenTo(state, screen))
  const visits = visitsOf(user._id)
  const mostUsed = mine
    .filter(({ path }) => visits[path])
    .toSorted((a, b) => (visits[b.path] ?? 0) - (visits[a.path] ?? 0))
    .slice(0, MAX_MOST_USED)
  const selected = clients.find(({ code }) => code === client)
  const hasNoClient = hasNoActiveClient(state)
  const clientText = selected ? clientTitle(selected) : `All clients (${clients.length})`

  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{`Hello, ${user.first_name || user.username}`}</h1>
        <p className={styles.facts}>{hasNoClient ? NO_CLIENT : `${clientText} · ${user.role.name}`}</p>
      </header>
      {clients.length === 0 && client === ALL_CLIENTS && <p>No clients yet. Add one in Client List.</p>}
      {mine.length === 0 && !hasNoClient && (
        <p className={styles.facts}>Your role has no screens. Ask your administrator.</p>
      )}
      <div className={styles.columns}>
        {!hasNoClient && <WaitingCounts client={client} />}
        {mostUsed.length > 0 && (
          <section aria-labelledby="most-used">
            <h2 id="most-used">Most used</h2>
            <ul className={styles.titles}>
              {mostUsed.map(({ path, title }) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}
