import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { useState } from 'react'
import { useStore } from '../app/store.ts'
import { session } from '../session/session-store.ts'
import { ChooseClient } from './choose-client.tsx'
import { CreateOrderForm } from './create-order-form.tsx'
import { OrderCreated } from './order-created.tsx'

/** Create New Order: the form; then what was created, and what next. */
export function CreateOrderScreen() {
  const { client, clients } = useStore(session.store)
  const [created, setCreated] = useState('')
  const [isAnother, setIsAnother] = useState(false)
  if (client === ALL_CLIENTS) return <ChooseClient clients={clients} />
  if (created) return <OrderCreated orderNumber={created} onAnother={() => (setIsAnother(true), setCreated(''))} />
  const currency = clients.find(({ code }) => code === client)?.currencyCode ?? 'GBP'
  return <CreateOrderForm currency={currency} isFocused={isAnother} onCreated={setCreated} />
}
