import { home, type HomeCount } from '@despatch/contract/route/home'
import { formatCount, formatMoney, moneyText } from '@despatch/domain/money/money'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failedExports } from '../../kit/exports/exports-shown.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useWalkKeys } from '../../kit/keys/act-keys.ts'
import { isPathOpenTo } from '../../kit/navigation/screen-access.ts'
import { linkOf } from '../../kit/navigation/screen-address.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import type { HomeEntry } from '../../kit/navigation/home-entry.ts'
import { session } from '../../kit/session/session-store.ts'
import { call } from '../../kit/server/call.ts'
import { MANIFESTS } from '../manifests.ts'
import styles from './home-screen.module.css'

const ENTRIES: readonly HomeEntry[] = [...MANIFESTS.flatMap((manifest) => manifest.home ?? []), failedExports].toSorted(
  (one, other) => one.rank - other.rank,
)
const REFRESHED_EVERY_MS = 60_000

type WaitingCount = { readonly entry: HomeEntry; readonly counted: HomeCount }

/** What waits for the user: numbers that open their lists, what is late or due first; a sentence where nothing does. */
export function Waiting({ client }: { readonly client: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['home', client],
    queryFn: ({ signal }) => call(home.counts, {}, { signal }),
    refetchInterval: REFRESHED_EVERY_MS,
  })
  useWalkKeys()
  const countOf = (name: string | undefined) => data?.counts.find((counted) => counted.name === name)
  const waiting = ENTRIES.flatMap((entry) => {
    const counted = countOf(entry.count)
    return counted && !countOf(entry.unless) ? [{ entry, counted }] : []
  })
  const isPressing = (one: WaitingCount) => toneOf(one) !== undefined
  const worstFirst = [...waiting.filter(isPressing), ...waiting.filter((one) => !isPressing(one))]
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">Waiting for you</h2>
      {worstFirst.length > 0 ? (
        <ul className={styles.waiting} data-walk>
          {worstFirst.map(({ entry, counted }) => (
            <li key={entry.count}>
              <Count entry={entry} counted={counted} />
            </li>
          ))}
        </ul>
      ) : error && !data ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : (
        <p className={styles.facts}>{data ? 'Nothing is waiting for you.' : 'Loading…'}</p>
      )}
    </section>
  )
}

const toneOf = ({ entry, counted }: WaitingCount) =>
  entry.isLate ? 'bad' : counted.urgent > 0 && entry.urgent ? 'attention' : undefined

/** The list that has what is counted, on a screen that the user may open. */
const placeOf = (entry: Extract<HomeEntry, { address: string }>) =>
  entry.otherwise && !isPathOpenTo(session.store.get(), linkOf(entry.address).to) ? entry.otherwise : entry

function Count({ entry, counted }: WaitingCount) {
  const { count, urgent, amounts } = counted
  const tone = toneOf({ entry, counted })
  const worst = urgent > 0 && entry.urgent ? entry.urgent(urgent) : ''
  const money = amounts.map(({ currency, amount }) => formatMoney(moneyText(BigInt(amount)), currency))
  const figure = (
    <>
      <strong>{formatCount(count)}</strong>
      <span>{entry.label(count)}</span>
    </>
  )
  const remarks = [worst, ...money].filter(Boolean).join(' · ')
  const shown = (
    <>
      {figure}
      {remarks && <small>{remarks}</small>}
    </>
  )
  if ('onOpen' in entry)
    return (
      <UnstyledButton className={styles.count} data-tone={tone} onClick={entry.onOpen}>
        {shown}
      </UnstyledButton>
    )
  const { address, urgentAddress } = placeOf(entry)
  // What is worse than the rest has a list of its own: two links in one card.
  if (worst && urgentAddress)
    return (
      <div className={styles.count} data-tone={tone}>
        <ScreenLink to={address} className={styles.figure} underline="never">
          {figure}
        </ScreenLink>
        <small>
          <ScreenLink to={urgentAddress}>{worst}</ScreenLink>
          {money.map((text) => ` · ${text}`)}
        </small>
      </div>
    )
  return (
    <ScreenLink to={address} className={styles.count} data-tone={tone} underline="never">
      {shown}
    </ScreenLink>
  )
}
