import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../kit/browser/chunks.ts'
import { hasNoActiveClient, hasRight, NO_CLIENT } from '../../kit/session/rights.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { CARRIER_STOPS, carrierStopsAddress } from '../../kit/navigation/addresses.ts'
import { isOpenTo } from '../../kit/navigation/screen-access.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { NextCutOffs } from '../../routing/cut-offs/next-cut-offs.tsx'
import { SCREENS } from '../screens.ts'
import { useStore } from '../../kit/browser/store.ts'
import styles from './home-screen.module.css'
import { FirstSteps } from './first-steps.tsx'
import { RecentlyOpened } from './recently-opened.tsx'
import { WaitingCounts } from './waiting-counts.tsx'

// The queue does not wait for the reports.
const HomeFigures = lazy(() =>
  loadChunk(() => import('./home-figures.tsx')).then((chunk) => ({ default: chunk.HomeFigures })),
)

/** Home: what the user has to do, as a queue, with the figures of the last week and the records opened last. */
export function HomeScreen() {
  const state = useStore(session.store)
  const goTo = useGoTo()
  const { user, clients, client } = state
  if (!user) return null
  const hasScreens = SCREENS.some((screen) => screen.isEntry && isOpenTo(state, screen))
  const selected = clients.find(({ code }) => code === client)
  const hasNoClient = hasNoActiveClient(state)
  const stops = SCREENS.find(({ path }) => path === CARRIER_STOPS)
  const mayStop = stops && isOpenTo(state, stops) && hasRight(state, stops.leaf, 'Edit')
  const clientText = selected ? clientTitle(selected) : `All clients (${clients.length})`

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>{`Hello, ${user.first_name || user.username}`}</h1>
          <p className={styles.facts}>{hasNoClient ? NO_CLIENT : `${clientText} · ${user.role.name}`}</p>
        </div>
        {mayStop && (
          <Button variant="default" onClick={() => goTo(carrierStopsAddress({ new: 'any' }))}>
            Stop a carrier…
          </Button>
        )}
      </header>
      {clients.length === 0 && client === ALL_CLIENTS && <p>No clients yet. Add one in Client List.</p>}
      {!hasScreens && !hasNoClient && <p className={styles.facts}>Your role has no screens. Ask your administrator.</p>}
      {!hasNoClient && <NextCutOffs isOnHome />}
      {!hasNoClient && <FirstSteps client={client} />}
      {!hasNoClient && (
        <div className={styles.columns}>
          <WaitingCounts client={client} />
          <div className={styles.aside}>
            <Suspense>
              <HomeFigures />
            </Suspense>
            <RecentlyOpened />
          </div>
        </div>
      )}
    </div>
  )
}
