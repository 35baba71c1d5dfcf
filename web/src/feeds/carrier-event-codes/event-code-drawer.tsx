import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { feeds } from '@despatch/contract/feeds/feeds'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { eventCountLabel, EventCodeForm } from './event-code-form.tsx'
import { meaningLabel } from './event-code-columns.tsx'
import { refreshEventCodes } from './event-code-queries.ts'

/** The open code, or 'new' for the form of a new one. */
export type OpenCode = EventCode | 'new'

type EventCodeDrawerProps = {
  readonly of: OpenCode | undefined
  /** Why the user may not change codes. */
  readonly whyNot: string | undefined
  readonly onClose: () => void
}

/** A carrier's code beside the list: a form, or its facts if the user may not change it. */
export function EventCodeDrawer({ of, whyNot, onClose }: EventCodeDrawerProps) {
  const [codeToDelete, setCodeToDelete] = useState<EventCode>()
  return (
    <>
      <PeekDrawer
        of={of}
        size="lg"
        title={(shown) => (shown === 'new' ? 'Create code' : `${shown.carrier} ${shown.code}`)}
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
              onDelete={() => shown !== 'new' && setCodeToDelete(shown)}
            />
          )
        }
      </PeekDrawer>
      <ConfirmDialog
        opened={codeToDelete !== undefined}
        title={`Delete the meaning of ${codeToDelete?.carrier} ${codeToDelete?.code}?`}
        confirmLabel="Delete it"
        isDangerous
        onConfirm={async () => {
          if (!codeToDelete) return
          const { carrier, code, version } = codeToDelete
          const { message } = await call(feeds.deleteEventCode, { query: { carrier, code, version: String(version) } })
          notify.success(message)
          void refreshEventCodes()
        }}
        onDone={onClose}
        onClose={() => setCodeToDelete(undefined)}
      >
        <p>
          Events with this code become unknown for every client. Earlier events stay{' '}
          <strong>{codeToDelete && DELIVERY_STATES[codeToDelete.state]}</strong>.
        </p>
      </ConfirmDialog>
    </>
  )
}

function EventCodeFacts({ code, whyNot }: { code: EventCode; whyNot: string }) {
  return (
    <PeekHead
      banner={<RecordBanner meaning="neutral" title={whyNot} />}
      facts={{
        Means: meaningLabel(code),
        'Incident reason': code.reason,
        Description: code.description,
        'How often': eventCountLabel(code),
        'Latest text from the carrier': code.said,
      }}
    />
  )
}
