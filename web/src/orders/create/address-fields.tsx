import { Button, TextInput } from '@mantine/core'
import { needsPostcode } from '@despatch/domain/text/country-postcodes'
import { postcodeProblem } from '@despatch/domain/text/postcode'
import { useState } from 'react'
import { CountryField } from './country-field.tsx'
import styles from './create-order.module.css'
import { AddressResults } from './address-results.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import type { OrderForm } from './order-draft.ts'

type AddressFieldsProps = { readonly form: OrderForm }

/** Delivery address, found by postcode or typed. */
export function AddressFields({ form }: AddressFieldsProps) {
  const [lookup, setLookup] = useState<{ country: string; postcode: string }>()
  const country = form.useWatchValue('country') ?? ''
  const typed = (form.useWatchValue('postCode') ?? '').trim()

  function find() {
    if (!typed) return
    if (!country) return form.setFieldError('country', 'Choose a country')
    const problem = postcodeProblem(country, typed)
    if (problem === undefined) setLookup({ country, postcode: typed })
    else form.setFieldError('postCode', problem)
  }

  return (
    <>
      <div className={styles.where}>
        <CountryField form={form} />
        <div className={styles.withButton}>
          <TextInput
            key={form.key('postCode')}
            {...form.getInputProps('postCode')}
            label={needsPostcode(country) ? 'Postcode' : <OptionalLabel>Postcode</OptionalLabel>}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              find()
            }}
          />
          <Button
            variant="default"
            className={styles.besideField}
            disabled={!typed}
            title={typed ? undefined : 'Enter the postcode first'}
            onClick={find}
          >
            Find address
          </Button>
        </div>
      </div>
      {/* Hide results of another postcode. */}
      {lookup?.postcode === typed && lookup.country === country && (
        <AddressResults
          lookup={lookup}
          onClose={() => {
            setLookup(undefined)
            form.getInputNode<HTMLInputElement, 'postCode'>('postCode')?.focus()
          }}
          onChosen={(address) => {
            for (const [field, value] of Object.entries(address)) form.setFieldValue(field, value)
            setLookup(undefined)
            requestAnimationFrame(() => form.getInputNode<HTMLInputElement, 'addressLine1'>('addressLine1')?.focus())
          }}
        />
      )}
      <TextInput key={form.key('addressLine1')} {...form.getInputProps('addressLine1')} label="Address line 1" />
      <TextInput
        key={form.key('addressLine2')}
        {...form.getInputProps('addressLine2')}
        label={<OptionalLabel>Address line 2</OptionalLabel>}
      />
      <div className={styles.pair}>
        <TextInput
          key={form.key('addressLine3')}
          {...form.getInputProps('addressLine3')}
          label={<OptionalLabel>Address line 3</OptionalLabel>}
        />
        <TextInput
          key={form.key('addressLine4')}
          {...form.getInputProps('addressLine4')}
          label={<OptionalLabel>Address line 4</OptionalLabel>}
        />
      </div>
    </>
  )
}
