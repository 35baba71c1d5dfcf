import { Alert, Button, CloseButton, Loader } from '@mantine/core'
import { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import styles from './address-results.module.css'

type AddressResultsProps = {
  readonly lookup: { readonly country: string; readonly postcode: string }
  readonly onChosen: (address: RouteAnswer<typeof orders.addressDetails>) => void
  readonly onClose: () => void
}

/** Addresses of a postcode, to choose by arrow keys or mouse. */
export function AddressResults({ lookup, onChosen, onClose }: AddressResultsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['addresses', lookup],
    queryFn: ({ signal }) => call(orders.addressLookup, { body: lookup }, { signal }),
    staleTime: 5 * 60_000,
  })
  const choose = useMutation({
    mutationFn: (id: string) => call(orders.addressDetails, { body: { id } }),
    onSuccess: onChosen,
  })
  const addresses = data?.addresses ?? []
  useEffect(() => {
    if (addresses.length > 0) list.current?.querySelector('button')?.focus()
  }, [addresses.length])

  const problem = choose.error ?? error
  return (
    <div className={styles.found} role="group" aria-label={`Addresses of ${lookup.postcode}`}>
      <div className={styles.head} role="status">
        {isPending && !error && (
          <>
            <Loader size="xs" aria-hidden /> Looking up {lookup.postcode}…
          </>
        )}
        {data &&
          addresses.length === 0 &&
          (data.notice ?? `No addresses found for ${lookup.postcode}. Enter it by hand.`)}
        {addresses.length > 0 &&
          `${addresses.length === 1 ? '1 address' : `${addresses.length} addresses`} at ${lookup.postcode}`}
        <CloseButton size="sm" className={styles.close} aria-label="Close the addresses" onClick={onClose} />
      </div>
      {problem && (
        <Alert color="bad" p="xs">
          {problemText(problem)} You can enter the address by hand.{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data?.notice && addresses.length > 0 && (
        <p className={styles.notice}>{data.notice} From the portal’s own list.</p>
      )}
      {addresses.length > 0 && (
        <ul ref={list} className={styles.list}>
          {addresses.map(({ id, text }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.address}
                onClick={() => choose.mutate(id)}
                onKeyDown={(event) => moveFocus(event, list.current, onClose)}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function problemText(error: Error): string {
  const [field] = error instanceof ApiError ? error.fields : []
  const words = field?.message ?? messageOf(error)
  return words.endsWith('.') ? words : `${words}.`
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null, onClose: () => void) {
  if (event.key === 'Escape') return onClose()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}
