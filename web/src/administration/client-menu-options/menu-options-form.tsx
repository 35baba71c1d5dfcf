import { clients as calls } from '@despatch/contract/administration/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { clientRecord, clientsChanged, menuOptionsOf } from '../clients/client-queries.ts'
import styles from '../clients/clients.module.css'
import {
  mergedOptions,
  OPTION_LABELS,
  optionsDifference,
  type OptionValues,
  optionValues,
  shownOptions,
} from './menu-options-draft.ts'
import { MenuOptionsGrid } from './menu-options-grid.tsx'

type MenuOptionsFormProps = { readonly title: string; readonly options: OptionValues; readonly picker: ReactNode }

/** Edits the menu entries that a client's contract covers, and those switched off. */
export function MenuOptionsForm({ title, options, picker }: MenuOptionsFormProps) {
  const { data: client } = useQuery(clientRecord(options.client))
  const state = useContractForm({
    schema: optionValues,
    initialValues: options,
    draftKey: `menu-options-${options.client}`,
    labels: OPTION_LABELS,
    async onSubmit(body) {
      const answer = await call(calls.setMenuOptions, { body }).catch(conflict.show)
      conflict.rebase(answer.options)
      notify.success(answer.message)
      queryClient.setQueryData(menuOptionsOf(options.client).queryKey, answer.options)
      void clientsChanged()
    },
    onCancel: () => conflict.clear(),
  })
  const { form } = state
  const conflict = useVersionConflict<OptionValues>({
    noun: 'client',
    state,
    initialValues: options,
    fetchNow: () => queryClient.fetchQuery({ ...menuOptionsOf(options.client), staleTime: 0 }),
    shown: shownOptions,
    merged: mergedOptions,
  })
  const { base } = conflict
  const covered = form.useWatchValue('covered')
  const switchedOff = form.useWatchValue('switchedOff')
  const { lost, gained } = optionsDifference(base, { ...base, covered, switchedOff })

  return (
    <FormShell title={title} state={state} saveLabel="Save" isWide>
      {picker}
      {conflict.panel}
      <MenuOptionsGrid
        options={{ covered, switchedOff }}
        errorOf={(path) => form.errors[path]}
        onChange={state.setFields}
      />
      <div role="status" className={styles.effectPlace}>
        {(lost.length > 0 || gained.length > 0) && (
          <div className={styles.effect}>
            {lost.length > 0 && (
              <p>
                {clientUsersText(client?.users)} lose {lost.join(', ')}.
              </p>
            )}
            {gained.length > 0 && (
              <p>
                {clientUsersText(client?.users)} gain {gained.join(', ')}, within their roles.
              </p>
            )}
          </div>
        )}
      </div>
    </FormShell>
  )
}

function clientUsersText(users: number | undefined): string {
  return users === undefined ? 'The client’s users' : `The client’s users (${formatCount(users)})`
}
