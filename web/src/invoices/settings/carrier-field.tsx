import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { invoiceCarriers } from '../invoice-queries.ts'

type CarrierFieldProps = {
  readonly carrierCode: string
  readonly error: ReactNode
  /** The carrier of an existing agreement cannot change. */
  readonly isFixed: boolean
  readonly onChange: (part: { carrierCode: string }) => void
}

/** The carrier of an agreement. */
export function CarrierField({ carrierCode, error, isFixed, onChange }: CarrierFieldProps) {
  const { data: carriers } = useQuery(invoiceCarriers)
  const typed = carrierCode.toLowerCase()
  const isUnknown = carriers?.every(({ code }) => !code.toLowerCase().startsWith(typed)) === true
  return (
    <Autocomplete
      data-path="carrierCode"
      label="Carrier"
      description={isUnknown ? `No carrier rules use ${carrierCode} yet` : 'Code in the carrier rules, e.g. DPD'}
      disabled={isFixed}
      data={(carriers ?? []).map(({ code }) => code)}
      value={carrierCode}
      error={error}
      // With a known carrier, the list would only cover the fields below.
      openOnFocus={carrierCode === ''}
      {...(!isFixed && { 'data-autofocus': true })}
      onChange={(value) => onChange({ carrierCode: value })}
      onBlur={() => {
        const alike = carriers?.find(({ code }) => code.toLowerCase() === typed)
        if (alike && carriers?.every(({ code }) => code !== carrierCode)) onChange({ carrierCode: alike.code })
      }}
    />
  )
}
