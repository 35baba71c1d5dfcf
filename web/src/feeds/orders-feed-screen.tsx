import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/roles/role-types'
import { useStore } from '../app/store.ts'
import { ChooseClient } from '../session/choose-client.tsx'
import { session } from '../session/session-store.ts'
import styles from './feeds.module.css'
import { FeedOrders } from './feed-orders.tsx'

/** Orders Feed: a file of order lines goes in, and what became of every row is told. */
export function OrdersFeedScreen() {
  const { client, clients } = useStore(session.store)
  const name = clients.find(({ code }) => code === client)?.name ?? client
  return (
    <section className={styles.screen} aria-label="Orders Feed">
      <h1>Orders Feed</h1>
      {client === ALL_CLIENTS ? (
        <>
          <p className={styles.lead}>
            Orders belong to one client, and you are working for all of them ({ALL_CLIENTS_LABEL}). Choose whose orders
            the file holds; the choice at the top of the window changes with it.
          </p>
          <ChooseClient />
        </>
      ) : (
        <>
          <p className={styles.lead}>
            Takes orders of {name} from a CSV or NDJSON file of any size. An order is taken whole or not at all, and a
            file sent twice changes nothing: after a break, send it again.
          </p>
          <FeedOrders key={client} client={client} />
        </>
      )}
    </section>
  )
}
