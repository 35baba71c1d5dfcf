import { FEED_LEAVES, type Feed } from '@despatch/domain/feeds/feed-fields'
import { useStore } from '../kit/browser/store.ts'
import { ForOneClient } from '../sign-in/sessions/for-one-client.tsx'
import { entryOf } from '../kit/navigation/menu-keys.ts'
import { AllClientsLink } from '../kit/record/client-of-record.tsx'
import { session } from '../kit/session/session-store.ts'
import fileStyles from '../kit/form/file.module.css'
import { ApiKeyCommand } from './api-key-command.tsx'
import { FeedFile } from './feed-file.tsx'
import { FEED_TEXTS } from './feed-text.ts'
import { FeedRuns } from './runs/feed-runs.tsx'
import { RowFields } from './row-fields.tsx'
import { UnknownCodes } from './carrier-event-codes/unknown-codes.tsx'

export const OrdersFeedScreen = () => <FeedScreen feed="orders" />
export const DespatchesFeedScreen = () => <FeedScreen feed="despatches" />
export const DeliveryEventsFeedScreen = () => <FeedScreen feed="delivery-events" />
export const ReturnsFeedScreen = () => <FeedScreen feed="returns" />
export const StockFeedScreen = () => <FeedScreen feed="stock" />
export const SkuDataFeedScreen = () => <FeedScreen feed="skus" />

function FeedScreen({ feed }: { feed: Feed }) {
  const { title } = FEED_TEXTS[feed]
  return (
    <ForOneClient title={title} what="import a file" beneath={<RunsOfAll feed={feed} />}>
      {(client) => <ClientFeed key={client} feed={feed} client={client} />}
    </ForOneClient>
  )
}

/** The files of all clients, beneath the question for the client of a new one. */
const RunsOfAll = ({ feed }: { feed: Feed }) => (
  <section className={fileStyles.screen} aria-label="Import history of all clients">
    <FeedRuns feed={feed} isOfAll />
  </section>
)

function ClientFeed({ feed, client }: { feed: Feed; client: string }) {
  const clients = useStore(session.store, (state) => state.clients)
  const name = clients.find(({ code }) => code === client)?.name ?? client
  const { title, takes, lead } = FEED_TEXTS[feed]
  return (
    <section className={fileStyles.screen} aria-label={title}>
      <AllClientsLink path={entryOf(FEED_LEAVES[feed]).path} />
      <h1>{title}</h1>
      <p className={fileStyles.lead}>
        {takes} of {name} from a CSV or NDJSON file of any size, or an Excel workbook (XLSX). {lead}
      </p>
      {feed === 'delivery-events' && <UnknownCodes />}
      <FeedFile feed={feed} />
      <FeedRuns feed={feed} />
      <RowFields feed={feed} />
      <ApiKeyCommand feed={feed} client={client} />
    </section>
  )
}
