import { Button } from '@mantine/core'
import type { WebhookDelivery } from '@despatch/contract/webhooks/webhooks'
import { RecordFacts } from '../form/record-facts.tsx'
import { momentWords } from '../table/moment-words.ts'
import { PeekDrawer } from '../table/peek-drawer.tsx'
import { WhyNot } from '../table/why-not.tsx'
import { deliveryState, eventTitle } from './webhook-words.ts'
import styles from './webhooks.module.css'

type Given = {
  readonly of: WebhookDelivery | undefined
  readonly whyNot: string | undefined
  readonly isBusy: boolean
  readonly onRedeliver: (delivery: WebhookDelivery) => void
  readonly onClose: () => void
}

/** A look at a delivery: what was sent, and what was answered the last time. */
export function DeliveryPeek({ of, whyNot, isBusy, onRedeliver, onClose }: Given) {
  return (
    <PeekDrawer of={of} size="lg" title={({ event }) => eventTitle(event)} onClose={onClose}>
      {(delivery) => (
        <>
          <Button
            size="xs"
            variant="default"
            data-autofocus
            disabled={whyNot !== undefined}
            loading={isBusy}
            onClick={() => onRedeliver(delivery)}
          >
            Deliver again
          </Button>{' '}
          <WhyNot reasons={[whyNot]} />
          <RecordFacts
            status={deliveryState(delivery)}
            facts={[
              ['Happened', when(delivery.at)],
              ['Attempts', String(delivery.attempts)],
              ...(delivery.lastAttemptAt ? [['Last try', when(delivery.lastAttemptAt)] as const] : []),
              ...(delivery.nextAttemptAt && delivery.attempts > 0
                ? [['Next try', when(delivery.nextAttemptAt)] as const]
                : []),
              ...(delivery.tookMs === null ? [] : [['Took', `${delivery.tookMs} ms`] as const]),
            ]}
          />
          <section className={styles.part}>
            <h2>What is sent</h2>
            <p className={styles.remark}>
              webhook-id <span className="reference">{delivery.eventId}</span>
            </p>
            <Text of={pretty(delivery.body)} label="What is sent" />
          </section>
          {delivery.attempts > 0 && (
            <section className={styles.part}>
              <h2>What was answered{delivery.answerStatus !== null && `: ${delivery.answerStatus}`}</h2>
              {delivery.answer ? (
                <Text of={delivery.answer} label="What was answered" />
              ) : (
                <p className={styles.remark}>Nothing beside the status.</p>
              )}
            </section>
          )}
        </>
      )}
    </PeekDrawer>
  )
}

/** What others wrote, as it is: it scrolls by keyboard too. */
function Text({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <pre className={styles.text} tabIndex={0} role="group" aria-label={label}>
      {of}
    </pre>
  )
}

const when = (instant: string) => momentWords(new Date(instant), new Date())
const pretty = (json: string) => JSON.stringify(JSON.parse(json), undefined, 2)
