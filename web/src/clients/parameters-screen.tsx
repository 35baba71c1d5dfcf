import { Switch } from '@mantine/core'
import { clients as calls } from '@despatch/contract/clients/clients'
import { CLIENT_PARAM_WORDS, CLIENT_PARAMS, type ClientParams } from '@despatch/domain/clients/client-params'
import { CLIENT_PARAMS_UPDATED } from '@despatch/domain/feedback/messages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../app/api/call.ts'
import { queryClient } from '../app/query-client.ts'
import { notify } from '../feedback/notify.ts'
import { FormShell } from '../form/form-shell.tsx'
import { RecordWaiting } from '../form/record-waiting.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { ClientAtAddress } from './client-at-address.tsx'
import { clientsChanged, paramsOf } from './client-queries.ts'
import recordStyles from '../form/record.module.css'
import styles from './clients.module.css'
import { useWhyNotChange } from './use-why-not.ts'

const TITLE = 'Client Specific Parameters'
const LABELS = Object.fromEntries(CLIENT_PARAMS.map((param) => [param, CLIENT_PARAM_WORDS[param].title]))

/** Client Specific Parameters: the four flags of a client. */
export function ParametersScreen() {
  return (
    <ClientAtAddress title={TITLE}>
      {(code, picker) => <ParamsOfClient key={code} code={code} picker={picker} />}
    </ClientAtAddress>
  )
}

function ParamsOfClient({ code, picker }: { code: string; picker: ReactNode }) {
  const { data: params, error, refetch } = useQuery(paramsOf(code))
  const whyNot = useWhyNotChange('clientSpecificParameters')
  if (!params)
    return (
      <RecordWaiting title={TITLE} error={error} onRetry={() => void refetch()}>
        {picker}
      </RecordWaiting>
    )
  if (!whyNot) return <ParametersForm code={code} params={params} picker={picker} />
  return (
    <section className={recordStyles.screen} aria-label={TITLE}>
      <h1>{TITLE}</h1>
      {picker}
      <p role="note">{whyNot}</p>
      <dl className={recordStyles.facts}>
        {CLIENT_PARAMS.map((param) => (
          <div key={param}>
            <dt>{CLIENT_PARAM_WORDS[param].title}</dt>
            <dd>{params[param] ? 'On' : 'Off'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type FormGiven = { readonly code: string; readonly params: ClientParams; readonly picker: ReactNode }

function ParametersForm({ code, params, picker }: FormGiven) {
  const state = useContractForm({
    schema: calls.setParams.body.shape.params,
    initialValues: params,
    draftKey: `client-params-${code}`,
    labels: LABELS,
    async onSubmit(values) {
      const { message } = await call(calls.setParams, { body: { clientCode: code, params: values } })
      notify.success(message || CLIENT_PARAMS_UPDATED)
      // Specification 7: 'success message shown, then re-fetch'.
      const kept = await queryClient.fetchQuery({ ...paramsOf(code), staleTime: 0 })
      for (const param of CLIENT_PARAMS) state.prefill(param, kept[param])
      void clientsChanged()
    },
  })
  const { form } = state
  return (
    <FormShell title={TITLE} state={state} saveLabel="Save">
      {picker}
      <div className={styles.switches}>
        {CLIENT_PARAMS.map((param) => (
          <Switch
            key={form.key(param)}
            {...form.getInputProps(param, { type: 'checkbox' })}
            label={CLIENT_PARAM_WORDS[param].title}
            description={CLIENT_PARAM_WORDS[param].effect}
          />
        ))}
      </div>
    </FormShell>
  )
}
