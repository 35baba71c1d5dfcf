import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isAbort, messageOf } from '../../kit/server/api-error.ts'
import { isDeepLink } from '../../kit/browser/deep-link.ts'
import { notify } from '../../kit/notify/notify.ts'
import { focusFirstError } from '../../kit/form/field-errors.ts'
import { z } from 'zod'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { DayRangeFields } from '../../kit/list/filters/day-range-fields.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import {
  completeCriteria,
  type Criteria,
  type CriteriaErrors,
  criteriaErrors,
  isEmpty,
  isReferenceOnly,
  NO_CRITERIA,
} from '../../orders/criteria.ts'
import { criteriaShape, MAX_POSTCODE, MAX_SKU } from '../../orders/criteria-shape.ts'
import { enquire } from './enquire.ts'
import styles from './enquiry.module.css'
import { SearchAsYouType } from './search-as-you-type.tsx'
import { ReferenceMatches } from '../reference-matches.tsx'
import { StatusField } from '../../orders/status-field.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'
import { serverNow } from '../../kit/browser/clock.ts'

/** `find=now`, from the palette's 'Find order X', searches when the screen opens. */
const shape = criteriaShape.extend({ find: z.enum(['now', '']).catch('') })

/** Order & Returns Enquiry in its initial view, customerSelection. */
export function EnquiryScreen() {
  const [{ find, ...saved }, keep] = useScreenSearch(shape)
  const [typed, setTyped] = useState<Criteria>(saved)
  const [errors, setErrors] = useState<CriteriaErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const search = useEnquiry()

  function submit(event?: FormEvent, from: Criteria = typed) {
    event?.preventDefault()
    const criteria = completeCriteria(from, serverNow())
    const wrong = criteriaErrors(criteria)
    setErrors(wrong)
    search.reset()
    if (Object.keys(wrong).length > 0) return requestAnimationFrame(() => focusFirstError(form.current, wrong))
    setTyped(criteria)
    keep({ ...criteria, find: '' })
    search.mutate(criteria)
  }
  function change(part: Partial<Criteria>) {
    setTyped((before) => ({ ...before, ...part }))
    setErrors({})
    // Results belong to the previous text.
    if (part.orderRef !== undefined && !search.isPending) search.reset()
  }

  const findFromLink = useEffectEvent(() => {
    // An address with criteria searches, but not again when the user returns to it.
    if (isDeepLink(ENQUIRY_SCREENS.search) && find === '' && !isEmpty(saved)) submit(undefined, saved)
  })
  useEffect(() => findFromLink(), [])
  const findReference = useEffectEvent((orderRef: string) => submit(undefined, { ...NO_CRITERIA, orderRef }))
  useEffect(() => {
    if (find === 'now') findReference(saved.orderRef)
  }, [find, saved.orderRef])

  return (
    <section className={styles.screen} data-view="customerSelection" aria-label="Order & Returns Enquiry">
      <h1>Order &amp; Returns Enquiry</h1>
      <p className={styles.lead}>Find orders and returns. Combine fields to narrow the list.</p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-busy={search.isPending}>
        <CriteriaFields typed={typed} errors={errors} onChange={change} />
        <div className={styles.actions}>
          <Button type="submit" loading={search.isPending}>
            Search
          </Button>
          <Button
            variant="default"
            onClick={() => {
              search.stop()
              change(NO_CRITERIA)
              keep(NO_CRITERIA)
              form.current?.querySelector('input')?.focus()
            }}
          >
            Clear
          </Button>
          <ScreenLink to={ENQUIRY_SCREENS.serials} className={styles.aside ?? ''} inherit={false}>
            Serial numbers despatched
          </ScreenLink>
        </div>
      </form>
      <EnquiryOutcome search={search} onRetry={() => submit()} />
      {search.status === 'idle' && isReferenceOnly(typed) && <SearchAsYouType text={typed.orderRef} />}
    </section>
  )
}

/** Runs the search and opens or returns its outcome; a new search cancels the previous one. */
function useEnquiry() {
  const goTo = useGoTo()
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])
  const search = useMutation({
    mutationFn: (criteria: Criteria) => {
      underWay.current?.abort()
      underWay.current = new AbortController()
      return enquire(criteria, underWay.current.signal)
    },
    onSuccess: (outcome) => {
      if (outcome === 'tabs-added') return
      if ('open' in outcome) goTo(outcome.open)
      if ('nothing' in outcome) notify.danger(outcome.nothing)
    },
    onError: (error) => {
      if (!isAbort(error)) notify.danger(messageOf(error))
    },
  })
  function stop() {
    underWay.current?.abort()
    search.reset()
  }
  return { ...search, stop }
}

type CriteriaFieldsProps = {
  readonly typed: Criteria
  readonly errors: CriteriaErrors
  readonly onChange: (part: Partial<Criteria>) => void
}

function CriteriaFields({ typed, errors, onChange }: CriteriaFieldsProps) {
  return (
    <>
      <TextInput
        label="Customer or reference"
        description="A name, phone or address; or an order, tracking or serial number, or how it begins"
        data-path="orderRef"
        data-filter
        autoFocus
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'reference' }}
        value={typed.orderRef}
        error={errors.orderRef}
        onChange={(event) => onChange({ orderRef: event.currentTarget.value })}
      />
      <div className={styles.row}>
        <TextInput
          label="Email"
          description="The customer’s full email"
          data-path="email"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          value={typed.email}
          error={errors.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
        <TextInput
          label="Postcode"
          description="Full delivery postcode"
          data-path="postCode"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_POSTCODE}
          value={typed.postCode}
          onChange={(event) => onChange({ postCode: event.currentTarget.value })}
        />
        <TextInput
          label="SKU"
          description="Full SKU code of any line"
          data-path="skuCode"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SKU}
          classNames={{ input: 'reference' }}
          value={typed.skuCode}
          onChange={(event) => onChange({ skuCode: event.currentTarget.value })}
        />
      </div>
      <DayRangeFields legend="Order date" verb="Ordered" value={typed} errors={errors} onChange={onChange} />
      <StatusField value={typed.status} onChange={(status) => onChange({ status })} />
    </>
  )
}

type EnquiryOutcomeProps = { readonly search: ReturnType<typeof useEnquiry>; readonly onRetry: () => void }

function EnquiryOutcome({ search, onRetry }: EnquiryOutcomeProps) {
  const outcome = search.data
  const place = useRef<HTMLDivElement>(null)
  // Results may be below the window's edge.
  useEffect(() => {
    if (typeof outcome === 'object' && 'found' in outcome) place.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])
  const nothing = typeof outcome === 'object' && 'nothing' in outcome ? outcome.nothing : ''
  const found = typeof outcome === 'object' && 'found' in outcome ? outcome.found : undefined
  return (
    <div ref={place} className={styles.outcome} role="status">
      {search.isPending && 'Searching…'}
      {nothing && (
        <Alert color="attention" variant="light">
          <div>{nothing}</div>
          {search.variables && <SearchSuggestions criteria={search.variables} />}
        </Alert>
      )}
      {outcome === 'tabs-added' && 'Order not found. Its events are in the other tabs.'}
      {search.error && !isAbort(search.error) && <Failure error={search.error} onRetry={onRetry} />}
      {found && search.variables && <ReferenceMatches searchText={search.variables.orderRef} found={found} />}
    </div>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <Alert color="bad" variant="light">
      <div>{messageOf(error)}</div>
      {requestId && (
        <div className={styles.requestId}>Try again. If it keeps happening, send us reference {requestId}.</div>
      )}
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
