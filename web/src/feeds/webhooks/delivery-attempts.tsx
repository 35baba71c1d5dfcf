import { Skeleton } from '@mantine/core'
import type { WebhookAttempt } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { MomentText } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { Preformatted } from './preformatted.tsx'
import { deliveryAttempts } from './webhook-queries.ts'
import { firstLineOf } from './webhook-text.ts'
import styles from './webhooks.module.css'

type DeliveryAttemptsProps = { readonly webhook: string; readonly delivery: string; readonly nextAt: string | null }

/** The attempts of a delivery, newest first, with answer and duration, and the time of the next one. */
export function DeliveryAttempts({ webhook, delivery, nextAt }: DeliveryAttemptsProps) {
  const { data, error, refetch } = useQuery(deliveryAttempts(webhook, delivery))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={96} aria-label="Loading the attempts" />
  const [newest] = data
  const oldest = data.at(-1)
  if (!newest) return <p className={styles.remark}>Not attempted yet.</p>
  return (
    <>
      <ol className={styles.attempts} aria-label="Attempts, newest first" reversed>
        {/* If the list is older than the attempts, the next attempt has already happened. */}
        {nextAt && nextAt > newest.at && (
          <li>
            <strong>Next try</strong>{' '}
            <span className={styles.remark}>
              <MomentText at={nextAt} />
            </span>
          </li>
        )}
        {data.map((attempt) => (
          <li key={attempt.attempt}>
            <Attempt of={attempt} isNewest={attempt === newest} />
          </li>
        ))}
      </ol>
      {oldest && oldest.attempt > 1 && (
        <p className={styles.remark}>
          There were {formatCount(newest.attempt)}; the newest {formatCount(data.length)} are kept.
        </p>
      )}
    </>
  )
}

/** One attempt; only the newest shows its whole answer. */
function Attempt({ of, isNewest }: { readonly of: WebhookAttempt; readonly isNewest: boolean }) {
  const { answerStatus, answer } = of
  const line = firstLineOf(answer)
  return (
    <>
      <strong>{answerStatus ?? 'No answer'}</strong>{' '}
      <span className={styles.remark}>
        <MomentText at={of.at} />, took {formatCount(of.tookMs)} ms{of.byHand && '; sent by hand'}
      </span>
      {line === answer ? (
        answer && <p className={styles.answer}>{answer}</p>
      ) : (
        <details className={styles.answer} open={isNewest}>
          <summary>{line}</summary>
          <Preformatted text={answer} label="Response" />
        </details>
      )}
    </>
  )
}
