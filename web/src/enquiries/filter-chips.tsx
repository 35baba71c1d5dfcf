import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { statusWord } from '../orders/order-meaning.ts'
import { rangeText } from '../table/day-range.ts'
import { DayRangeFields } from '../table/day-range-fields.tsx'
import { FilterChip } from '../table/filter-chip.tsx'
import styles from '../table/filter-chips.module.css'
import { type Criteria, type CriteriaErrors, criteriaErrors, NO_CRITERIA } from './criteria.ts'
import { criteriaOf, type ResultSearch } from './result-queries.ts'
import { StatusField } from '../orders/status-field.tsx'

type Given = { readonly search: ResultSearch; readonly onChange: (part: Partial<ResultSearch>) => void }

/** The filters of the search results: a chip for each, with its own small editor. */
export function FilterChips({ search, onChange }: Given) {
  const { orderRef, email, dateFrom, dateTo, status, cancelled } = search
  const isNarrowed = Boolean(orderRef || email || dateFrom || dateTo || status.length > 0)
  const editor = (shown: keyof Criteria) => (close: () => void) => (
    <Editor
      criteria={criteriaOf(search)}
      shown={shown}
      onApply={(criteria) => {
        close()
        onChange(criteria)
      }}
    />
  )
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      <FilterChip
        name="Reference"
        value={orderRef}
        isFirst
        editor={editor('orderRef')}
        onRemove={() => onChange({ orderRef: '' })}
      />
      <FilterChip name="Email" value={email} editor={editor('email')} onRemove={() => onChange({ email: '' })} />
      <FilterChip
        name="Ordered"
        value={rangeText({ dateFrom, dateTo })}
        editor={editor('dateFrom')}
        onRemove={() => onChange({ dateFrom: '', dateTo: '' })}
      />
      <FilterChip
        name="Status"
        value={status.map(statusWord).join(', ')}
        editor={editor('status')}
        onRemove={() => onChange({ status: [] })}
      />
      {status.length === 0 &&
        (cancelled === 'shown' ? (
          <Button variant="subtle" size="compact-sm" color="gray" onClick={() => onChange({ cancelled: '' })}>
            Hide cancelled
          </Button>
        ) : (
          <FilterChip name="Cancelled hidden" value="" isOn onRemove={() => onChange({ cancelled: 'shown' })} />
        ))}
      {isNarrowed && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ ...NO_CRITERIA, cancelled: '' })}>
          Clear
        </Button>
      )}
    </div>
  )
}

type EditorGiven = {
  readonly criteria: Criteria
  readonly shown: keyof Criteria
  readonly onApply: (criteria: Criteria) => void
}

function Editor({ criteria, shown, onApply }: EditorGiven) {
  const [asked, setAsked] = useState(criteria)
  const [errors, setErrors] = useState<CriteriaErrors>({})
  const change = (part: Partial<Criteria>) => {
    setAsked((before) => ({ ...before, ...part }))
    setErrors({})
  }
  function apply() {
    const trimmed = { ...asked, orderRef: asked.orderRef.trim(), email: asked.email.trim() }
    const isAnything = JSON.stringify(trimmed) !== JSON.stringify(NO_CRITERIA)
    const wrong = isAnything ? criteriaErrors(trimmed) : {}
    if (Object.keys(wrong).length > 0) setErrors(wrong)
    else onApply(trimmed)
  }
  const textField = (name: 'orderRef' | 'email', label: string) => (
    <TextInput
      label={label}
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      value={asked[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {shown === 'orderRef' && textField('orderRef', 'Order reference begins with')}
      {shown === 'email' && textField('email', 'Email')}
      {shown === 'dateFrom' && (
        <DayRangeFields legend="Order date" verb="Ordered" value={asked} errors={errors} onChange={change} />
      )}
      {shown === 'status' && <StatusField value={asked.status} onChange={(status) => change({ status })} />}
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
