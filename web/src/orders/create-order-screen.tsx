import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/clients/client-params'
import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../app/store.ts'
import { paramsOf } from '../clients/client-queries.ts'
import { session } from '../session/session-store.ts'
import { ChooseClient } from './choose-client.tsx'
import { CreateOrderForm } from './create-order-form.tsx'
import { OrderCreated } from './order-created.tsx'

/** Create New Order: the form; then what was created, and what next. */
export function CreateOrderScreen() {
  const { client, clients } = useStore(session.store)
  const [created, setCreated] = useState('')
  const [isAnother, setIsAnother] = useState(false)
  // Until they are known, and where they cannot be, the server has the last word.
  const { data: params = DEFAULT_CLIENT_PARAMS } = useQuery({ ...paramsOf(client), enabled: client !== ALL_CLIENTS })
  if (client === ALL_CLIENTS) return <ChooseClient clients={clients} />
  if (created) return <OrderCreated orderNumber={created} onAnother={() => (setIsAnother(true), setCreated(''))} />
  const currency = clients.find(({ code }) => code === client)?.currencyCode ?? 'GBP'
  return <CreateOrderForm currency={currency} params={params} isFocused={isAnother} onCreated={setCreated} />
}
