import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { ClientAtAddress } from '../clients/client-at-address.tsx'
import { menuOptionsOf } from '../clients/client-queries.ts'
import recordStyles from '../../kit/form/record.module.css'
import { MenuOptionsForm } from './menu-options-form.tsx'
import { MenuOptionsGrid } from './menu-options-grid.tsx'
import { useChangeDisabledReason } from '../clients/use-change-disabled-reason.ts'

const TITLE = 'Client Menu Options'

/** Client Menu Options: entries that a client's contract covers, and entries switched off for now. */
export function MenuOptionsScreen() {
  return (
    <ClientAtAddress title={TITLE}>
      {(code, picker) => <OptionsOfClient key={code} code={code} picker={picker} />}
    </ClientAtAddress>
  )
}

function OptionsOfClient({ code, picker }: { code: string; picker: ReactNode }) {
  const { data: options, error, refetch } = useQuery(menuOptionsOf(code))
  const whyNot = useChangeDisabledReason('clientMenuOptions')
  if (!options)
    return (
      <RecordLoading title={TITLE} error={error} onRetry={() => void refetch()}>
        {picker}
      </RecordLoading>
    )
  if (!whyNot) return <MenuOptionsForm title={TITLE} options={options} picker={picker} />
  return (
    <section className={recordStyles.screen} aria-label={TITLE}>
      <h1>{TITLE}</h1>
      {picker}
      <p role="note">{whyNot}</p>
      <MenuOptionsGrid options={options} whyNot={whyNot} />
    </section>
  )
}
