import type { ReactNode } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import styles from './agreements.module.css'
import { CarrierField } from './carrier-field.tsx'

type CarrierClientFieldsProps = {
  readonly carrierCode: string
  readonly clientCode: string
  readonly errors: Readonly<Record<string, ReactNode>>
  /** The carrier and client of an existing agreement cannot change. */
  readonly isFixed: boolean
  readonly onChange: (part: { carrierCode?: string; clientCode?: string }) => void
}

/** The carrier of an agreement, and the client that it is for. */
export function CarrierClientFields({ carrierCode, clientCode, errors, isFixed, onChange }: CarrierClientFieldsProps) {
  const clients = useStore(session.store, (now) => now.clients)
  return (
    <div className={styles.pair}>
      <CarrierField carrierCode={carrierCode} error={errors['carrierCode']} isFixed={isFixed} onChange={onChange} />
      <SearchSelect
        data-path="clientCode"
        label="Client"
        description="A client’s own setting overrides ‘All clients’"
        disabled={isFixed}
        allowDeselect={false}
        data={[{ value: '', label: 'All clients' }, ...clientOptions(clients)]}
        value={clientCode}
        error={errors['clientCode']}
        onChange={(value) => onChange({ clientCode: value ?? '' })}
      />
    </div>
  )
}
