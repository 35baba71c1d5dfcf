import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { useStore } from '../kit/browser/store.ts'
import { ForOneClient } from '../sign-in/sessions/for-one-client.tsx'
import { session } from '../kit/session/session-store.ts'
import fileStyles from '../kit/form/file.module.css'
import { ByKey } from './by-key.tsx'
import { FeedFile } from './feed-file.tsx'
import { FEED_TEXTS } from './feed-text.ts'
import { FeedRuns } from './runs/feed-runs.tsx'
import { RowHolds } from './row-holds.tsx'
import { UnknownCodes } from './carrier-event-codes/unknown-codes.tsx'

/** Orders Feed: a file of order lines goes in, and what became of every row is told. */
export const OrdersFeedScreen = () => <FeedScreen feed="orders" />
/** Despatches Feed: parcels with what is in them, and orders that are being picked or packed. */
export const DespatchesFeedScreen = () => <FeedScreen feed="despatches" />
/** Delivery Events Feed: what carriers say of parcels; codes that nobody knows are told of. */
export const DeliveryEventsFeedScreen = () => <FeedScreen feed="delivery-events" />
/** Returns Feed: what came back, and what became of it. */
export const ReturnsFeedScreen = () => <FeedScreen feed="returns" />
/** Stock Feed: stock counts by SKU. */
export const StockFeedScreen = () => <FeedScreen feed="stock" />
/** SKU Data Feed: what SKUs are called, weigh and measure. */
export const SkuDataFeedScreen = () => <FeedScreen feed="skus" />

function FeedScreen({ feed }: { feed: Feed }) {
  const { title } = FEED_TEXTS[feed]
  return (
    <ForOneClient title={title} what="What a file holds">
      {(client) => <OfClient key={client} feed={feed} client={client} />}
    </ForOneClient>
  )
}

function OfClient({ feed, client }: { feed: Feed; client: string }) {
  const clients = useStore(session.store, (state) => state.clients)
  const name = clients.find(({ code }) => code === client)?.name ?? client
  const { title, takes, lead } = FEED_TEXTS[feed]
  return (
    <section className={fileStyles.screen} aria-label={title}>
      <h1>{title}</h1>
      <p className={fileStyles.lead}>
        {takes} of {name} from a CSV or NDJSON file of any size, or an Excel workbook (XLSX). {lead}
      </p>
      {feed === 'delivery-events' && <UnknownCodes />}
      <FeedFile feed={feed} />
      <FeedRuns feed={feed} />
      <RowHolds feed={feed} />
      <ByKey feed={feed} client={client} />
    </section>
  )
}
