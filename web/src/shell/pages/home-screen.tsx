import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { Link } from '@tanstack/react-router'
import { hasNoActiveClient, NO_CLIENT } from '../../kit/session/rights.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import type { Screen } from '../../kit/navigation/screens.ts'
import { SCREENS } from '../screens.ts'
import { useStore } from '../../kit/browser/store.ts'
import { visitsOf } from '../../kit/browser/visits.ts'
import styles from './home-screen.module.css'
import { WaitingCounts } from './waiting-counts.tsx'

const MAX_MOST_USED = 8

/** Home: the selected client, the waiting counts, and the screens that the user may open, the most used first. */
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
  const others = mine.filter((screen) => !mostUsed.includes(screen))
  const selected = clients.find(({ code }) => code === client)
  const hasNoClient = hasNoActiveClient(state)
  const clientText = selected ? clientTitle(selected) : `All clients (${clients.length})`

  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{`Hello, ${user.first_name || user.username}`}</h1>
        <p className={styles.facts}>{hasNoClient ? NO_CLIENT : `${clientText} · ${user.role.name}`}</p>
      </header>
      {!hasNoClient && <WaitingCounts client={client} />}
      {clients.length === 0 && client === ALL_CLIENTS && <p>No clients yet. Add one in Client List.</p>}
      {mostUsed.length > 0 && (
        <section aria-labelledby="most-used">
          <h2 id="most-used">Most used</h2>
          <ScreenTitles screens={mostUsed} />
        </section>
      )}
      {(others.length > 0 || (mine.length === 0 && !hasNoClient)) && (
        <section aria-labelledby="ready">
          <h2 id="ready">{mostUsed.length > 0 ? 'Other screens' : 'Screens'}</h2>
          {mostUsed.length > 0 && <ScreenTitles screens={others} />}
          {mostUsed.length === 0 && others.length > 0 && <ScreenLinks screens={others} />}
          {others.length === 0 && <p className={styles.facts}>Your role has no screens. Ask your administrator.</p>}
        </section>
      )}
    </div>
  )
}

function ScreenTitles({ screens }: { screens: readonly Screen[] }) {
  return (
    <ul className={styles.titles}>
      {screens.map(({ path, title }) => (
        <li key={path}>
          <Link to={path}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}

/** The screens with their purposes, for new users. */
function ScreenLinks({ screens }: { screens: readonly Screen[] }) {
  return (
    <ul className={styles.links}>
      {screens.map(({ path, title, purpose }) => (
        <li key={path}>
          <Link to={path} className={styles.link}>
            <strong>{title}</strong>
            <span>{purpose}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
