import { Switch } from '@mantine/core'
import { type CarrierStatus, carriers as calls } from '@despatch/contract/routing/active-dates/carriers'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { carrierTitle } from './carrier-values.ts'
import { offerMove } from './offer-move.ts'

/** Switches a carrier on or off at once; switching back undoes it. */
export function ActiveSwitch({ carrier: status }: { readonly carrier: CarrierStatus }) {
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierActiveDates')
  const isActive = status.active === 'Y'
  const goTo = useGoTo()
  const change = useMutation({
    mutationFn: () => {
      const { client, carrier, activeDates, version } = status
      return call(calls.update, { body: { client, carrier, active: isActive ? 'N' : 'Y', activeDates, version } })
    },
    onSuccess: async ({ message }) => {
      notify.success(message)
      if (isActive) await offerMove([status.carrier], goTo).catch(() => undefined)
    },
    onError: (error) => notify.danger(messageOf(error)),
    // After a conflict it shows the other user's change.
    onSettled: ruleBookChanged,
  })
  const word = isActive ? 'Active' : 'Not active'
  if (whyNot) return <Status meaning={isActive ? 'good' : 'neutral'}>{word}</Status>
  return (
    <Switch
      size="xs"
      label={word}
      aria-label={`${carrierTitle(status)} is active`}
      // Ignore presses while a change is pending.
      aria-busy={change.isPending}
      checked={isActive}
      onChange={() => !change.isPending && change.mutate()}
    />
  )
}
