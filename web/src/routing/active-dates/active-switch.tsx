import { Switch } from '@mantine/core'
import { type CarrierStatus, carriers as calls } from '@despatch/contract/routing/active-dates/carriers'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { carrierTitle } from './carrier-values.ts'
import { mayMoveOrders } from './offer-move.ts'
import { SwitchOffDialog } from './switch-off-dialog.tsx'

/** Switches a carrier on or off at once; switching back undoes it. */
export function ActiveSwitch({ carrier: status }: { readonly carrier: CarrierStatus }) {
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierActiveDates')
  const isActive = status.active === 'Y'
  const [isAsking, asking] = useDisclosure()
  const mayMove = useStore(session.store, mayMoveOrders)
  const change = useMutation({
    mutationFn: () => {
      const { client, carrier, activeDates, version } = status
      return call(calls.update, { body: { client, carrier, active: isActive ? 'N' : 'Y', activeDates, version } })
    },
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.danger(messageOf(error)),
    // After a conflict it shows the other user's change.
    onSettled: ruleBookChanged,
  })
  const word = isActive ? 'Active' : 'Not active'
  if (whyNot) return <Status meaning={isActive ? 'good' : 'neutral'}>{word}</Status>
  // Staff see the orders of a carrier before they switch it off.
  const press = () => (isActive && mayMove ? asking.open() : change.mutate())
  return (
    <>
      <Switch
        size="xs"
        label={word}
        aria-label={`${carrierTitle(status)} is active`}
        // Ignore presses while a change is pending.
        aria-busy={change.isPending}
        checked={isActive}
        onChange={() => !change.isPending && press()}
      />
      <SwitchOffDialog
        carrier={status}
        title={`${carrierTitle(status)} of ${status.client}`}
        opened={isAsking}
        onClose={asking.close}
      />
    </>
  )
}
