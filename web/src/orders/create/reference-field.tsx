import { Button, TextInput } from '@mantine/core'
import { orders } from '@despatch/contract/orders/orders'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import styles from './create-order.module.css'
import { issuedReference } from './issued-reference.ts'
import type { OrderForm } from './order-draft.ts'

type ReferenceFieldProps = {
  readonly form: OrderForm
  readonly isFocused: boolean
  readonly client: string
  /** The copied order; '' if none. */
  readonly copyOf: string
  /** Sets the reference without marking the form as changed. */
  readonly prefill: (orderNo: string) => void
}

/** The customer order reference. A new draft gets the client's next one, which the server issues only once. */
export function ReferenceField({ form, isFocused, client, copyOf, prefill }: ReferenceFieldProps) {
  const next = useMutation({
    mutationFn: () => call(orders.nextCustomerReference, {}, { client }),
    onMutate: () => issuedReference.keyNow(copyOf),
    onSuccess: ({ CustomerOrderRef }, _nothing, askedFor) => issuedReference.keep(CustomerOrderRef, askedFor, copyOf),
  })
  const { mutate } = next
  // Requested once per draft, across reloads and repeated effects: issued numbers are not reused.
  const isRequested = useRef(false)
  useEffect(() => {
    if (isRequested.current) return
    isRequested.current = true
    const field = () => form.getInputNode<HTMLInputElement, 'orderNo'>('orderNo')
    if (isFocused) field()?.focus()
    if (issuedReference.read(copyOf) || form.getValues().orderNo !== '') return
    mutate(undefined, {
      onSuccess: ({ CustomerOrderRef }) => {
        // The new key remounts the field, which would lose the focus.
        const hadFocus = field() === document.activeElement
        flushSync(() => prefill(CustomerOrderRef))
        if (hadFocus) field()?.focus()
      },
    })
  }, [form, isFocused, copyOf, mutate, prefill])

  return (
    <div className={styles.withButton}>
      <TextInput
        key={form.key('orderNo')}
        {...form.getInputProps('orderNo')}
        label="Order reference"
        autoComplete="off"
        spellCheck={false}
        placeholder={next.isPending ? 'Asking for the next one…' : ''}
        classNames={{ input: 'reference' }}
        description={next.error ? `${messageOf(next.error)} Type one, or ask again.` : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Button
        variant="default"
        className={styles.besideField}
        loading={next.isPending}
        onClick={() =>
          mutate(undefined, { onSuccess: ({ CustomerOrderRef }) => form.setFieldValue('orderNo', CustomerOrderRef) })
        }
      >
        Next reference
      </Button>
    </div>
  )
}
