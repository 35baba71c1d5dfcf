import { Button } from '@mantine/core'
import type { WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { momentText } from '../../kit/list/columns/moment-text.ts'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { Preformatted } from './preformatted.tsx'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import { deliveryState, eventTitle, nextAttemptTime } from './webhook-text.ts'
import styles from './webhooks.module.css'
import { serverNow } from '../../kit/browser/clock.ts'

type DeliveryPeekProps = {
  /** The id of its webhook. */
  readonly webhook: string
  readonly of: WebhookDelivery | undefined
  readonly whyNot: string | undefined
  readonly isBusy: boolean
  readonly onRedeliver: (delivery: WebhookDelivery) => void
  readonly onClose: () => void
}

/** A drawer with a delivery: its body and its attempts. */
export function DeliveryPeek({ webhook, of, whyNot, isBusy, onRedeliver, onClose }: DeliveryPeekProps) {
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
          <DisabledReason reasons={[whyNot]} />
          <RecordFacts
            status={deliveryState(delivery)}
            facts={{
              Happened: when(delivery.at),
              About: delivery.subject,
            }}
          />
          <section className={styles.part}>
            <h2>Attempts</h2>
            <DeliveryAttempts webhook={webhook} delivery={delivery._id} nextAt={nextAttemptTime(delivery)} />
          </section>
          <section className={styles.part}>
            <h2>Payload</h2>
            <p className={styles.remark}>
              webhook-id <span className="reference">{delivery.eventId}</span>
            </p>
            <Preformatted text={pretty(delivery.body)} label="Payload" />
          </section>
        </>
      )}
    </PeekDrawer>
  )
}

const when = (instant: string) => momentText(new Date(instant), serverNow())
const pretty = (json: string) => JSON.stringify(JSON.parse(json), undefined, 2)
