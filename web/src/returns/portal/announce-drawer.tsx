import { Button, Checkbox, Drawer, Group, Select, TextInput } from '@mantine/core'
import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { RESOLUTION_TITLES } from '@despatch/domain/returns/rules/return-rule-text'
import { RESOLUTIONS, type Resolution } from '@despatch/domain/returns/rules/returns-book'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { LeaveGuard } from '../../kit/form/leave-guard.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { portalChanged } from './portal-queries.ts'
import styles from './portal.module.css'
import { Apart, apartOf } from './return-pieces.tsx'

type Offer = RouteAnswer<typeof announcedReturns.offer>
/** `quantity` is text while it is not a number. */
type ChosenLine = { readonly quantity: number | string; readonly reason: string; readonly resolution: Resolution }
type AnnounceDrawerProps = {
  readonly opened: boolean
  /** Order number, if known. */
  readonly orderNumber?: string
  /** Client of the order; default: the selected client. */
  readonly client?: string
  readonly onClose: () => void
  readonly onDone: (reference: string) => void
}

const RESOLUTION_CHOICES = RESOLUTIONS.map((value) => ({ value, label: RESOLUTION_TITLES[value] }))

/** Announces a return on behalf of a shopper, for example on the phone. */
export function AnnounceDrawer({ opened, orderNumber = '', client, onClose, onDone }: AnnounceDrawerProps) {
  const [typed, setTyped] = useState<string>()
  const number = (typed ?? orderNumber).trim()
  const look = useMutation({
    mutationFn: () => call(announcedReturns.offer, { body: { orderNumber: number } }, { client }),
  })
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (number !== '') look.mutate()
  }
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Create return">
      <form onSubmit={onSubmit} aria-label="Find order">
        <TextInput
          label="Order number"
          data-autofocus
          value={typed ?? orderNumber}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" mt="sm" loading={look.isPending} disabled={number === ''}>
          Show items
        </Button>
      </form>
      {look.error && <p role="alert">{messageOf(look.error)}</p>}
      {look.data && (
        <AnnounceForm key={look.data.decision.orderNumber} offer={look.data} client={client} onDone={onDone} />
      )}
    </Drawer>
  )
}

type AnnounceFormProps = {
  readonly offer: Offer
  readonly client: string | undefined
  readonly onDone: (reference: string) => void
}

/** Form values: choices by line number, and the reason for overruling the rules. */
const announceShape = z.object({
  chosen: z.record(z.string(), z.custom<ChosenLine>()),
  overrules: z.boolean(),
  why: z.string(),
})

type Typed = z.infer<typeof announceShape> & { readonly lines: readonly { readonly reason: string }[] }

/** Why the form cannot be submitted; `lines` are those with pieces. */
function whyNotAnnounced({ chosen, lines, overrules, why }: Typed): string | undefined {
  if (Object.values(chosen).some(({ quantity }) => Number(quantity) < 0)) return 'Enter zero or more units.'
  if (lines.length === 0) return 'Enter the number of units to return.'
  if (lines.some(({ reason }) => reason === '')) return 'Choose a reason.'
  return overrules && why.trim() === '' ? 'Enter a reason to allow it.' : undefined
}

function AnnounceForm({ offer: { decision, reasons }, client, onDone }: AnnounceFormProps) {
  const state = useContractForm({
    schema: announceShape,
    initialValues: { chosen: {}, overrules: false, why: '' },
    draftKey: `announce-${client ?? ''}-${decision.orderNumber}`,
    labels: { chosen: 'items', overrules: 'rules', why: 'why' },
    async onSubmit(_values, idempotencyKey) {
      const body = { orderNumber: decision.orderNumber, lines, ...(overrules && { overrule: why.trim() }) }
      const { message, returnReference } = await call(announcedReturns.announce, { body }, { client, idempotencyKey })
      notify.success(message)
      void portalChanged()
      onDone(returnReference)
    },
  })
  const { form, setFields, element, submit, reset, storeNow, changed, problem, isSubmitting } = state
  const apart = apartOf(decision.lines, decision.currency)
  const chosen = form.useWatchValue('chosen')
  const overrules = form.useWatchValue('overrules')
  const why = form.useWatchValue('why')
  const lines = Object.entries(chosen).flatMap(([line, { quantity, ...one }]) =>
    typeof quantity === 'number' && quantity > 0 ? [{ lineNumber: Number(line), quantity, ...one }] : [],
  )
  const whyNot = whyNotAnnounced({ chosen, lines, overrules, why })
  const change = (line: number, part: Partial<ChosenLine>) =>
    setFields({
      chosen: {
        ...chosen,
        [line]: { ...(chosen[line] ?? { quantity: '', reason: '', resolution: 'refund' }), ...part },
      },
    })
  if (reasons.length === 0) return <p>No return reason codes. Add some under Returns Portal Control first.</p>
  return (
    <form
      ref={element}
      noValidate
      aria-label="Create return"
      onSubmit={(event) => {
        event.preventDefault()
        if (whyNot === undefined) void submit()
      }}
    >
      <ul className={styles.items}>
        {decision.lines.map((line) => (
          <li key={line.lineNumber}>
            <strong>{line.SKU}</strong> {line.Item_Description}
            <Apart text={apart.get(line.lineNumber)} />
            <div>
              {line.returnable === 0 ? 'All of this item has been returned.' : `${line.returnable} can be returned.`}
            </div>
            {line.returnable > 0 && (
              <div className={styles.choose}>
                <CountField
                  label="Units"
                  value={chosen[line.lineNumber]?.quantity ?? ''}
                  onChange={(quantity) => change(line.lineNumber, { quantity })}
                />
                <Select
                  label="Reason"
                  allowDeselect={false}
                  searchable
                  data={reasons.map(({ code, title }) => ({ value: code, label: title }))}
                  placeholder="Choose a reason"
                  value={chosen[line.lineNumber]?.reason || null}
                  onChange={(reason) => reason && change(line.lineNumber, { reason })}
                />
                <Select
                  label="Wants"
                  allowDeselect={false}
                  data={RESOLUTION_CHOICES}
                  value={chosen[line.lineNumber]?.resolution ?? 'refund'}
                  onChange={(resolution) =>
                    resolution && change(line.lineNumber, { resolution: resolution as Resolution })
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Checkbox
        mt="md"
        label="Allow it even where the rules refuse it or want a review"
        checked={overrules}
        onChange={(event) => setFields({ overrules: event.currentTarget.checked })}
      />
      {overrules && (
        <TextInput
          mt="xs"
          label="Why"
          maxLength={500}
          value={why}
          onChange={(event) => setFields({ why: event.currentTarget.value })}
        />
      )}
      {problem && <p role="alert">{problem}</p>}
      <Group mt="md" gap="xs">
        <Button type="submit" loading={isSubmitting} disabled={whyNot !== undefined}>
          Create return
        </Button>
        <DisabledReason reasons={[whyNot]} />
      </Group>
      <LeaveGuard
        title="Create return"
        isDirty={changed.length > 0 && !isSubmitting}
        onDiscard={reset}
        onStoreDraft={storeNow}
      />
    </form>
  )
}
