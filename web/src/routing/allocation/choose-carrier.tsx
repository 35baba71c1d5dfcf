import { currencyOf } from '../../kit/session/use-currency.ts'
import { Alert, Button, Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { BY_HAND, OVERRULE } from '@despatch/contract/routing/allocation/carrier-choice'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { useCanOpen, useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { routingChanged } from './allocate-again.ts'
import { CarrierOptions, TO_ALLOCATION } from './carrier-options.tsx'
import type { OrderOf } from './decision-queries.ts'

export type Chosen = RouteAnswer<typeof allocation.chooseCarrier>

type ChooseCarrierProps = {
  readonly order: OrderOf
  readonly decision: Pick<ConsignmentDecision, 'number' | 'attempt'>
  /** Called with the outcome. */
  readonly onChosen: (chosen: Chosen) => void
}

/** A button to choose a consignment's carrier by hand. Renders nothing for users who may not see the choices. */
export function ChooseCarrier({ order, decision, onChosen }: ChooseCarrierProps) {
  const seesRules = useSeesRuleBook()
  const opens = useCanOpen(BY_HAND)
  const whyNot = useEditDisabledReason(BY_HAND)
  const [isOpen, dialog] = useDisclosure()
  if (!seesRules || !opens) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" disabled={whyNot !== undefined} onClick={dialog.open}>
        Choose another carrier
      </Button>
      <DisabledReason reasons={[whyNot]} />
      <ChooseCarrierDialog
        key={`${decision.attempt}`}
        order={order}
        number={decision.number}
        opened={isOpen}
        onClose={dialog.close}
        onChosen={onChosen}
      />
    </>
  )
}

type DialogProps = Pick<ChooseCarrierProps, 'order' | 'onChosen'> & {
  readonly number: number
  readonly opened: boolean
  readonly onClose: () => void
}

function ChooseCarrierDialog({ order, number, opened, onClose, onChosen }: DialogProps) {
  const { orderNumber, clientCode } = order
  const draft = useDialogDraft(`carrier ${clientCode} ${orderNumber} ${number}`, opened, { chosen: '', reason: '' })
  const { chosen, reason } = draft.values
  const whyNotOverrule = useEditDisabledReason(OVERRULE)
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'carrier-choices', orderNumber, clientCode, number],
    queryFn: ({ signal }) =>
      call(allocation.carrierChoices, { body: { orderNumber, number } }, { signal, client: clientCode }),
    enabled: opened,
    // Load current prices and capacities whenever it opens.
    staleTime: 0,
    gcTime: 0,
  })
  async function choose() {
    if (!data) throw new Error('No carrier services to choose from')
    const { version, attempt } = data
    const clientMethodID = chosen === TO_ALLOCATION ? null : chosen
    const body = { orderNumber, number, version, attempt, clientMethodID, reason }
    try {
      return await call(allocation.chooseCarrier, { body }, { client: clientCode })
    } catch (refusal) {
      // The choices are out of date after a refusal.
      void refetch()
      throw refusal
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Choose the carrier of ${orderNumber}`}
      confirmLabel={chosen === TO_ALLOCATION ? 'Let allocation choose' : 'Choose this carrier'}
      keepLabel="Cancel"
      size={640}
      whyNot={
        chosen === ''
          ? 'Choose a carrier service.'
          : reason.trim() === ''
            ? 'Give a reason. It is saved with the decision.'
            : undefined
      }
      draft={draft}
      onConfirm={choose}
      onDone={(done) => {
        onChosen(done)
        void routingChanged()
      }}
      onClose={onClose}
    >
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data ? (
        <Stack gap="sm">
          <Radio.Group value={chosen} onChange={(method) => draft.set({ chosen: method })} label="Carrier service">
            <CarrierOptions choices={data} currency={currencyOf(order.clientCode)} whyNotOverrule={whyNotOverrule} />
          </Radio.Group>
          <TextInput
            label="Reason"
            required
            maxLength={200}
            value={reason}
            onChange={(event) => draft.set({ reason: event.currentTarget.value })}
          />
          {data.decided.candidates.length === 0 && (
            <Alert color="attention" variant="light">
              This client has no methods.
            </Alert>
          )}
        </Stack>
      ) : (
        !error && <Skeleton height={240} aria-label="Loading the carrier services" />
      )}
    </ConfirmDialog>
  )
}
