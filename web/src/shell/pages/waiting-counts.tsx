import { home, type HomeCount } from '@despatch/contract/route/home'
import { formatCount, formatMoney, moneyText } from '@despatch/domain/money/money'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMinute } from '../../kit/browser/use-today.ts'
import { failedExports } from '../../kit/exports/exports-shown.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useLinkKeys } from '../../kit/keys/act-keys.ts'
import { isPathOpenTo } from '../../kit/navigation/screen-access.ts'
import { linkOf } from '../../kit/navigation/screen-address.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import type { HomeEntry } from '../../kit/navigation/home-entry.ts'
import { session } from '../../kit/session/session-store.ts'
import { call } from '../../kit/server/call.ts'
import { MANIFESTS } from '../manifests.ts'
import { DoneToday } from './done-today.tsx'
import styles from './home-screen.module.css'

const ENTRIES: readonly HomeEntry[] = [...MANIFESTS.flatMap((manifest) => manifest.home ?? []), failedExports].toSorted(
  (one, other) => one.rank - other.rank,
)
const REFETCH_MS = 60_000

type WaitingCount = { readonly entry: HomeEntry; readonly counted: HomeCount }

/** The queue: items that wait for the user, as links to their lists, late and urgent ones first. */
export function WaitingCounts({ client }: { readonly client: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['home', client],
    queryFn: ({ signal }) => call(home.counts, {}, { signal }),
    refetchInterval: REFETCH_MS,
  })
  useLinkKeys()
  const countOf = (name: string | undefined) => data?.counts.find((counted) => counted.name === name)
  const waiting = ENTRIES.flatMap((entry) => {
    const counted = countOf(entry.count)
    return counted && !countOf(entry.unless) ? [{ entry, counted }] : []
  })
  const groups = Map.groupBy(waiting, toneOf)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">To do</h2>
      {waiting.length > 0 ? (
        <div className={styles.queue} data-walk>
          {GROUPS.map(({ tone, title }) => {
            const rows = groups.get(tone)
            if (!rows) return null
            return (
              <section key={title} aria-label={title}>
                <h3 className={styles.group} data-tone={tone}>
                  {title}
                </h3>
                <ul className={styles.rows}>
                  {rows.map(({ entry, counted }) => (
                    <li key={entry.count}>
                      <Count entry={entry} counted={counted} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      ) : error && !data ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : (
        <p className={styles.facts}>{data ? 'Nothing to do.' : 'Loading…'}</p>
      )}
      {data && <DoneToday done={data.done} />}
    </section>
  )
}

/** Parts of the queue, in the order in which to work. */
const GROUPS = [
  { tone: 'bad', title: 'Overdue' },
  { tone: 'attention', title: 'Today' },
  { tone: undefined, title: 'Next' },
] as const

const toneOf = ({ entry, counted }: WaitingCount) =>
  entry.isLate || (entry.isLateIfUrgent && counted.urgent > 0)
    ? 'bad'
    : counted.urgent > 0 && (entry.urgent || entry.deadline)
      ? 'attention'
      : undefined

/** The list of the counted items, on a screen that the user may open. */
const listOf = (entry: Extract<HomeEntry, { address: string }>) =>
  entry.otherwise && !isPathOpenTo(session.store.get(), linkOf(entry.address).to) ? entry.otherwise : entry

function Count({ entry, counted }: WaitingCount) {
  const { count, urgent, amounts, by } = counted
  const now = useMinute()
  const urgentText = urgent > 0 && entry.urgent ? entry.urgent(urgent) : ''
  const money = amounts.map(({ currency, amount }) => formatMoney(moneyText(BigInt(amount)), currency))
  const figure = (
    <>
      <strong>{formatCount(count)}</strong>
      <span>{entry.label(count)}</span>
    </>
  )
  const deadline = by !== undefined && entry.deadline ? entry.deadline(by, now) : ''
  const remarks = [urgentText, deadline, ...money].filter(Boolean).join(' · ')
  const shown = (
    <>
      {figure}
      {remarks && <small>{remarks}</small>}
    </>
  )
  if ('onOpen' in entry)
    return (
      <UnstyledButton className={styles.count} onClick={entry.onOpen}>
        {shown}
      </UnstyledButton>
    )
  const { address, urgentAddress } = listOf(entry)
  // The urgent items have their own list: two links in one row.
  if (urgentText && urgentAddress)
    return (
      <div className={styles.count}>
        <ScreenLink to={address} className={styles.figure} underline="never">
          {figure}
        </ScreenLink>
        <small>
          <ScreenLink to={urgentAddress}>{urgentText}</ScreenLink>
          {money.map((text) => ` · ${text}`)}
        </small>
      </div>
    )
  return (
    <ScreenLink to={address} className={styles.count} underline="never">
      {shown}
    </ScreenLink>
  )
}
