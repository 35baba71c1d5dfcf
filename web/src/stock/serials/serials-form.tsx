import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import styles from './serials.module.css'
import { hasLookup, type SerialsLookup } from './serials-queries.ts'

type SerialsFormProps = { readonly lookup: SerialsLookup; readonly onAsk: (lookup: SerialsLookup) => void }

const WAYS = [
  { value: 'order', label: 'By order' },
  { value: 'sku', label: 'By SKU' },
]

/** The look-up form: by order or SKU. */
export function SerialsForm({ lookup, onAsk }: SerialsFormProps) {
  const [typed, setTyped] = useState(lookup)
  const [wasRefused, setRefused] = useState(false)
  const type = (part: Partial<SerialsLookup>) => {
    setTyped((before) => ({ ...before, ...part }))
    setRefused(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const { by, order, code, desc } = typed
    const trimmed: SerialsLookup =
      by === 'order'
        ? { by, order: order.trim(), code: '', desc: '', client: '' }
        : { by, order: '', code: code.trim(), desc: desc.trim(), client: '' }
    if (hasLookup(trimmed)) onAsk(trimmed)
    else setRefused(true)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SegmentedControl
        size="xs"
        aria-label="Look up by"
        data={WAYS}
        value={typed.by}
        onChange={(by) => type({ by: by === 'sku' ? 'sku' : 'order' })}
      />
      {typed.by === 'order' ? (
        <TextInput
          {...FIELD}
          label="Order number"
          data-filter
          maxLength={50}
          value={typed.order}
          error={wasRefused && 'Enter an order number'}
          onChange={(event) => type({ order: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextInput
            {...FIELD}
            label="SKU"
            data-filter
            maxLength={40}
            value={typed.code}
            error={wasRefused && 'Enter a SKU or part of its description'}
            onChange={(event) => type({ code: event.currentTarget.value })}
          />
          <TextInput
            {...FIELD}
            label="Description contains"
            maxLength={100}
            value={typed.desc}
            onChange={(event) => type({ desc: event.currentTarget.value })}
          />
        </>
      )}
      <Button type="submit" size="xs">
        Look up
      </Button>
    </form>
  )
}

const FIELD = { size: 'xs', w: 200, autoComplete: 'off', spellCheck: false } as const
