import { amendedMethod, type Price, prices } from '@despatch/contract/routing/prices/prices'
import { useState } from 'react'
import { FindingsOf } from '../../rule-book/findings-of.tsx'
import { RuleBookLink } from '../../rule-book/rule-book-link.tsx'
import { ruleBookChanged } from '../../rule-book/rule-book-queries.ts'
import { TryIt } from '../../what-if/try-it.tsx'
import { call } from '../../../kit/server/call.ts'
import { queryClient } from '../../../kit/server/query-client.ts'
import { notify } from '../../../kit/notify/notify.ts'
import { mergedValues } from '../../../kit/form/conflict.ts'
import { FormShell } from '../../../kit/form/form-shell.tsx'
import { useContractForm } from '../../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../../kit/form/use-version-conflict.tsx'
import { RecordFacts } from '../../../kit/record/record-facts.tsx'
import { methodHead } from './method-facts.tsx'
import { MethodFields } from './method-fields.tsx'
import { METHOD_LABELS, methodValuesOf, shownMethod } from './method-values.ts'
import { priceOf } from '../price-queries.ts'
import recordStyles from '../../../kit/form/record.module.css'

type MethodFormProps = { readonly price: Price; readonly onLeave: () => void }

/** Edits a method's details, except its id and carrier, which never change. */
export function MethodForm({ price, onLeave }: MethodFormProps) {
  const id = price.clientMethodID
  const [initialValues] = useState(() => methodValuesOf(price))
  const fetchNow = () => queryClient.fetchQuery({ ...priceOf(id), staleTime: 0 })
  const state = useContractForm({
    schema: amendedMethod,
    initialValues,
    draftKey: `method-${id}`,
    labels: METHOD_LABELS,
    async onSubmit(body) {
      const { message, version } = await call(prices.updateMethod, { params: { id }, body }).catch(conflict.show)
      conflict.rebase({ ...body, version })
      notify.success(message)
      await ruleBookChanged()
      onLeave()
    },
    onCancel() {
      conflict.clear()
      onLeave()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'method',
    done: ({ message }) => [message],
    state,
    initialValues,
    fetchNow: async () => {
      const now = await fetchNow()
      return now ? methodValuesOf(now) : undefined
    },
    shown: shownMethod,
    merged: mergedValues,
  })
  const values = {
    carrierService: form.useWatchValue('carrierService'),
    methodDescription: form.useWatchValue('methodDescription'),
    contracts: form.useWatchValue('contracts'),
    serviceTypes: form.useWatchValue('serviceTypes'),
    countries: form.useWatchValue('countries'),
    regions: form.useWatchValue('regions'),
    transitDays: form.useWatchValue('transitDays'),
    deliveryWeekdays: form.useWatchValue('deliveryWeekdays'),
    deliversOnHolidays: form.useWatchValue('deliversOnHolidays'),
  }
  return (
    <FormShell title={`${id}: method`} state={state} saveLabel="Save" beside={<RuleBookLink />}>
      {conflict.panel}
      <div className={recordStyles.head}>
        <RecordFacts {...methodHead(price)} />
      </div>
      <MethodFields values={values} errorOf={(path) => form.errors[path]} onChange={state.setFields} />
      <FindingsOf kinds={['method']} of={id} />
      <TryIt state={state} draftOf={(body) => ({ change: 'method', params: { id }, body })} />
    </FormShell>
  )
}
