import { Select, TextInput } from '@mantine/core'
import { addReservation, PURPOSES, type Purpose, type Reservation } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { ReservedSku } from './reserved-sku.tsx'
import { allocationCodes, PURPOSE_TITLES, stockChanged } from './stock-queries.ts'

type ReservationFormProps = {
  /** The reservation to change; undefined for a new one. */
  readonly of: Reservation | undefined
  /** Initial values of a new one. */
  readonly sku?: string
  readonly type?: string
  readonly onDone: () => void
}

const LABELS = {
  sku: 'SKU',
  type: 'code',
  pieces: 'pieces',
  purpose: 'purpose',
  until: 'until',
  orderNumber: 'order number',
  customerAccount: 'customer account',
  note: 'note',
}
const PURPOSE_CHOICES = PURPOSES.map((value) => ({ value, label: PURPOSE_TITLES[value] }))

/** Makes or changes a reservation. */
export function ReservationForm({ of, sku = '', type = SELLABLE, onDone }: ReservationFormProps) {
  const { data: codes = [] } = useQuery(allocationCodes)
  const [initialValues] = useState(() => ({
    sku: of?.sku ?? sku,
    type: of?.type ?? type,
    pieces: of?.pieces ?? 1,
    purpose: of?.purpose ?? ('promotion' as Purpose),
    until: of?.until ?? '',
    orderNumber: of?.orderNumber ?? '',
    customerAccount: of?.customerAccount ?? '',
    note: of?.note ?? '',
  }))
  const state = useContractForm({
    schema: addReservation,
    initialValues,
    // A draft started from one SKU's row must not appear on another's.
    draftKey: of ? `reservation-${of._id}` : ['reservation-new', sku && `${sku}-${type}`].filter(Boolean).join('-'),
    labels: LABELS,
    async onSubmit({ sku: named, type: code, ...values }, idempotencyKey) {
      const { message } = of
        ? await call(stock.changeReservation, {
            params: { id: of._id },
            body: { ...values, version: of.version },
          })
        : await call(stock.addReservation, { body: { sku: named, type: code, ...values } }, { idempotencyKey })
      notify.success(message)
      void stockChanged()
      onDone()
    },
    onCancel: onDone,
  })
  const { form, setFields } = state
  const [named, code, pieces, purpose, until] = [
    form.useWatchValue('sku'),
    form.useWatchValue('type'),
    form.useWatchValue('pieces'),
    form.useWatchValue('purpose'),
    form.useWatchValue('until'),
  ]
  return (
    <DrawerForm title={of ? `Change ${of.sku}` : 'Reserve stock'} state={state} saveLabel={of ? 'Save' : 'Reserve'}>
      <ReservedSku
        value={named ?? ''}
        type={code ?? SELLABLE}
        error={form.errors['sku']}
        disabled={of !== undefined}
        onChange={(value) => setFields({ sku: value })}
      />
      <Select
        mt="sm"
        data-path="type"
        label="Code"
        allowDeselect={false}
        disabled={of !== undefined}
        data={codes.map((one) => ({ value: one.code, label: `${one.title} (${one.code})` }))}
        value={code ?? null}
        error={form.errors['type']}
        onChange={(value) => setFields({ type: value ?? SELLABLE })}
      />
      <CountField
        mt="sm"
        data-path="pieces"
        label="Units"
        value={pieces}
        error={form.errors['pieces']}
        // Text that is not a number stays in the form and is rejected there.
        onChange={(value) => setFields({ pieces: value as number })}
      />
      <Select
        mt="sm"
        data-path="purpose"
        label="Purpose"
        allowDeselect={false}
        data={PURPOSE_CHOICES}
        value={purpose ?? null}
        error={form.errors['purpose']}
        onChange={(value) => setFields({ purpose: (value ?? 'promotion') as Purpose })}
      />
      <DayField
        mt="sm"
        data-path="until"
        label="Until"
        description="Last day. Unused stock is released the day after"
        value={until ?? ''}
        error={form.errors['until']}
        onChange={(value) => setFields({ until: value })}
      />
      <TextInput
        mt="sm"
        key={form.key('orderNumber')}
        {...form.getInputProps('orderNumber')}
        label="Order number"
        description="The future order that uses it"
      />
      <TextInput
        mt="sm"
        key={form.key('customerAccount')}
        {...form.getInputProps('customerAccount')}
        label="Customer account"
        description="Orders of this account use it"
      />
      <TextInput mt="sm" key={form.key('note')} {...form.getInputProps('note')} label="Note" />
    </DrawerForm>
  )
}
