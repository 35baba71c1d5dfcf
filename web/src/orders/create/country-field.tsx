import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { countryChoices, countryMatches, countryName } from '../../kit/form/countries.ts'
import type { OrderForm } from './order-draft.ts'

/** Country by name: Enter and Tab accept the match; without a match there is an error and no country is stored. */
export function CountryField({ form }: { readonly form: OrderForm }) {
  const [typed, setTyped] = useState('')
  const country = form.useWatchValue('country') ?? ''
  const text = country ? countryName(country) : typed

  function take(code: string) {
    if (code !== country) form.setFieldValue('country', code)
    form.clearFieldError('country')
    // The postcode's validation depends on the country.
    form.clearFieldError('postCode')
  }
  function settle() {
    if (country) return
    const [match] = countryMatches(typed)
    if (match) take(match.value)
    else form.setFieldError('country', typed.trim() ? `No country is called ‘${typed.trim()}’` : 'Choose a country')
  }

  return (
    <Autocomplete
      data-path="country"
      label="Country"
      autoComplete="off"
      value={text}
      error={form.errors['country']}
      data={countryChoices().map(({ label }) => label)}
      filter={({ options, search }) => {
        if (search === countryName(country)) return options
        return countryMatches(search).map(({ label }) => ({ value: label, label }))
      }}
      selectFirstOptionOnChange
      maxDropdownHeight={280}
      // Render the list of two hundred countries only while it is open.
      comboboxProps={{ keepMounted: false }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(name) => {
        setTyped(name)
        take(countryChoices().find(({ label }) => label.toLowerCase() === name.trim().toLowerCase())?.value ?? '')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && countryMatches(typed).length === 0) settle()
      }}
      onBlur={settle}
    />
  )
}
