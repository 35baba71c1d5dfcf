import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import recordStyles from '../../kit/form/record.module.css'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { cameLabel, EventCodeForm } from './event-code-form.tsx'
import { meaningOf } from './event-code-columns.tsx'
import { eventCodesChanged } from './event-code-queries.ts'

/** A code that is looked at, or 'new' for one that is added. */
export type OpenCode = EventCode | 'new'

type EventCodeDrawerProps = {
  readonly of: OpenCode | undefined
  /** Why one may change none, in words. */
  readonly whyNot: string | undefined
  readonly onClose: () => void
}

/** A carrier's code beside the list: to change, or to read for who may not. */
export function EventCodeDrawer({ of, whyNot, onClose }: EventCodeDrawerProps) {
  const [deleting, setDeleting] = useState<EventCode>()
  return (
    <>
      <PeekDrawer
        of={of}
        size="lg"
        title={(shown) => (shown === 'new' ? 'Add a code' : `${shown.carrier} ${shown.code}`)}
        onClose={onClose}
      >
        {(shown) =>
          whyNot !== undefined && shown !== 'new' ? (
            <EventCodeFacts code={shown} whyNot={whyNot} />
          ) : (
            <EventCodeForm
              key={shown === 'new' ? 'new' : `${shown.carrier} ${shown.code} ${shown.version}`}
              of={shown === 'new' ? undefined : shown}
              onDone={onClose}
              onDelete={() => shown !== 'new' && setDeleting(shown)}
            />
          )
        }
      </PeekDrawer>
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete what ${deleting?.carrier} ${deleting?.code} means`}
        confirmLabel="Delete it"
        isDangerous
        onConfirm={async () => {
          if (!deleting) return
          const { carrier, code, version } = deleting
          const { message } = await call(feeds.deleteEventCode, { query: { carrier, code, version: String(version) } })
          notify.success(message)
          void eventCodesChanged()
        }}
        onDone={onClose}
        onClose={() => setDeleting(undefined)}
      >
        <p>
          From now on, events with this code are kept as unknown for every client. Earlier events stay{' '}
          <strong>{deleting && DELIVERY_STATES[deleting.state]}</strong>.
        </p>
      </ConfirmDialog>
    </>
  )
}

function EventCodeFacts({ code, whyNot }: { code: EventCode; whyNot: string }) {
  const facts = [
    ['Means', meaningOf(code)],
    ['Incident reason', code.reason],
    ['Description', code.description],
    ['How often', cameLabel(code)],
    ['Latest text from the carrier', code.said],
  ].filter(([, text]) => text)
  return (
    <>
      <p role="note">{whyNot}</p>
      <dl className={recordStyles.facts}>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
