import { Switch } from '@mantine/core'
import { type CarrierStatus, carriers as calls } from '@despatch/contract/routing/active-dates/carriers'
import { type ActiveRange, sortByFirstDay } from '@despatch/domain/routing/active-dates/active-dates'
import { useState } from 'react'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { ACTIVE_DATES } from './addresses.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { ActiveDatesField } from './active-dates-field.tsx'
import { carrierRecord } from './carrier-queries.ts'
import {
  CARRIER_LABELS,
  type CarrierValues,
  carrierValues,
  datesTitle,
  rangeProblems,
  shownCarrier,
  valuesOf,
} from './carrier-values.ts'
import { offerMove } from './offer-move.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'

type CarrierFormProps = { readonly carrier: CarrierStatus; readonly onCancel: () => void }

/** Edits a carrier's active flag and dates. */
export function CarrierForm({ carrier, onCancel }: CarrierFormProps) {
  const [initialValues] = useState(() => valuesOf(carrier))
  const goTo = useGoTo()
  const state = useContractForm({
    schema: carrierValues,
    initialValues,
    draftKey: `active-dates-${carrier.carrier}`,
    labels: CARRIER_LABELS,
    async onSubmit(body) {
      const { message, version } = await call(calls.update, { body }).catch(conflict.show)
      conflict.rebase({ ...body, activeDates: sortByFirstDay(body.activeDates), version })
      notify.success(message)
      void ruleBookChanged()
      void offerMove([body.carrier], goTo).catch(() => undefined)
    },
    onCancel() {
      conflict.clear()
      onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict<CarrierValues>({
    noun: 'carrier',
    state,
    initialValues,
    fetchNow: async () =>
      valuesOf(await queryClient.fetchQuery({ ...carrierRecord(carrier.client, carrier.carrier), staleTime: 0 })),
    shown: shownCarrier,
    merged: mergedValues,
  })
  const active = form.useWatchValue('active')
  const ranges = form.useWatchValue('activeDates')
  const problems = new Map(rangeProblems(ranges).map(({ path, message }) => [path, message]))

  function change(next: ActiveRange[]) {
    // An error of one range may be corrected in another.
    form.clearErrors()
    form.setFieldValue('activeDates', next)
  }
  return (
    <FormShell
      title={datesTitle(carrier)}
      backTo={[ACTIVE_DATES]}
      state={state}
      saveLabel="Save"
      isWide
      beside={<BesideTitle />}
    >
      {conflict.panel}
      <FindingsOf kinds={['carrier']} of={carrier.carrier} />
      <Switch
        data-path="active"
        label={active === 'Y' ? 'Active' : 'Not active'}
        description={
          active === 'Y'
            ? 'Its methods can be used on its active dates.'
            : 'None of its methods is used, whatever the dates.'
        }
        checked={active === 'Y'}
        onChange={(event) => form.setFieldValue('active', event.currentTarget.checked ? 'Y' : 'N')}
      />
      <ActiveDatesField
        ranges={ranges}
        errorOf={(path) => problems.get(path) ?? (form.errors[path] as string | undefined)}
        onChange={change}
      />
      <TryIt state={state} draftOf={(body) => ({ change: 'carrier-status', body })} />
    </FormShell>
  )
}
