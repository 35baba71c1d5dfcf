import { Button, Select, TextInput } from '@mantine/core'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { useState } from 'react'
import { countryChoices } from './countries.ts'
import styles from './create-order.module.css'
import { FoundAddresses } from './found-addresses.tsx'
import type { OrderForm } from './order-draft.ts'

type Given = { readonly form: OrderForm }

/** Where the order goes: looked up by postcode, or typed by hand. */
export function AddressFields({ form }: Given) {
  const [asked, setAsked] = useState<{ country: string; postcode: string }>()
  const country = form.useWatchValue('country') ?? 'GB'
  const typed = form.useWatchValue('postCode').trim()

  function find() {
    if (!typed) return
    if (normalPostcode(country, typed)) setAsked({ country, postcode: typed })
    else form.setFieldError('postCode', 'A UK postcode looks like SW1A 1AA')
  }

  return (
    <>
      <div className={styles.where}>
        <Select
          key={form.key('country')}
          {...form.getInputProps('country')}
          label="Country"
          data={countryChoices()}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No country is called that"
          maxDropdownHeight={280}
          // Two hundred countries are in the page only while one chooses.
          comboboxProps={{ keepMounted: false }}
        />
        <div className={styles.withButton}>
          <TextInput
            key={form.key('postCode')}
            {...form.getInputProps('postCode')}
            label="Postcode"
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
            title={typed ? undefined : 'Type the postcode first'}
            onClick={find}
          >
            Find address
          </Button>
        </div>
      </div>
      {asked && (
        <FoundAddresses
          asked={asked}
          onClose={() => {
            setAsked(undefined)
            form.getInputNode<HTMLInputElement, 'postCode'>('postCode')?.focus()
          }}
          onChosen={(address) => {
            for (const [field, value] of Object.entries(address)) form.setFieldValue(field, value)
            setAsked(undefined)
            requestAnimationFrame(() => form.getInputNode<HTMLInputElement, 'addressLine1'>('addressLine1')?.focus())
          }}
        />
      )}
      <TextInput key={form.key('addressLine1')} {...form.getInputProps('addressLine1')} label="Address line 1" />
      <TextInput key={form.key('addressLine2')} {...form.getInputProps('addressLine2')} label="Address line 2" />
      <div className={styles.pair}>
        <TextInput key={form.key('addressLine3')} {...form.getInputProps('addressLine3')} label="Address line 3" />
        <TextInput key={form.key('addressLine4')} {...form.getInputProps('addressLine4')} label="Address line 4" />
      </div>
    </>
  )
}
