import { NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import { daysOffOf, paramsOf } from '../../administration/clients/client-queries.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { session } from '../../kit/session/session-store.ts'
import { CreateOrderForm } from './create-order-form.tsx'
import { type CreatedOrder, OrderCreated } from './order-created.tsx'

/** Create New Order: the form; then what was created, and what next. */
export function CreateOrderScreen() {
  return (
    <ForOneClient title="Create New Order" what="An order">
      {(client) => <CreateOrder client={client} />}
    </ForOneClient>
  )
}

function CreateOrder({ client }: { readonly client: string }) {
  const { clients } = useStore(session.store)
  const [created, setCreated] = useState<CreatedOrder>()
  const [isAnother, setIsAnother] = useState(false)
  // Until they are known, and where they cannot be, the server has the last word.
  const { data: params = DEFAULT_CLIENT_PARAMS } = useQuery(paramsOf(client))
  const { data: daysOff = NO_DAYS_OFF } = useQuery(daysOffOf(client))
  if (created) return <OrderCreated {...created} onAnother={() => (setIsAnother(true), setCreated(undefined))} />
  const currency = clients.find(({ code }) => code === client)?.currencyCode ?? 'GBP'
  return (
    <CreateOrderForm
      currency={currency}
      params={params}
      daysOff={daysOff}
      isFocused={isAnother}
      onCreated={setCreated}
    />
  )
}
