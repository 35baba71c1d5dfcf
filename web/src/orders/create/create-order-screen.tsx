import { NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useStore } from '../../kit/browser/store.ts'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { daysOffOf, paramsOf } from '../../administration/clients/client-queries.ts'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { session } from '../../kit/session/session-store.ts'
import { useCreateDisabledReason } from '../use-order-rights.ts'
import { CreateOrderForm, type OrderCopy } from './create-order-form.tsx'
import { DuplicateOrder } from './duplicate-order.tsx'
import { type CreatedOrder, OrderCreated } from './order-created.tsx'

const TITLE = 'Create New Order'

/** The order to copy, and its client. */
const copyShape = z.object({ copy: z.string().max(50).catch(''), client: z.string().max(20).catch('') })

/** Create New Order: the form, empty or filled in from an order; then the result with next steps. */
export function CreateOrderScreen() {
  const [{ copy, client: of }] = useScreenSearch(copyShape)
  const whyNot = useCreateDisabledReason()
  // Before the user types anything that the server would refuse.
  if (whyNot)
    return (
      <RecordLoading
        title={TITLE}
        why={`You can view orders, but not create them. ${whyNot}`}
        error={undefined}
        onRetry={() => undefined}
      />
    )
  if (copy)
    return (
      <DuplicateOrder key={`${of} ${copy}`} orderNumber={copy} client={of || undefined}>
        {({ clientCode, values }) => <CreateOrder client={clientCode} copied={{ orderNumber: copy, values }} />}
      </DuplicateOrder>
    )
  return (
    <ForOneClient title={TITLE} what="create an order">
      {(client, isChosenHere) => <CreateOrder client={client} isBegun={isChosenHere} />}
    </ForOneClient>
  )
}

type CreateOrderProps = {
  readonly client: string
  readonly copied?: OrderCopy
  /** The client was just chosen, so focus the first field. */
  readonly isBegun?: boolean
}

function CreateOrder({ client, copied, isBegun = false }: CreateOrderProps) {
  const { clients } = useStore(session.store)
  const [created, setCreated] = useState<CreatedOrder>()
  const [isAnother, setIsAnother] = useState(false)
  // While flags load, or if they cannot be read, the server decides.
  const { data: params = DEFAULT_CLIENT_PARAMS } = useQuery(paramsOf(client))
  const { data: daysOff = NO_DAYS_OFF } = useQuery(daysOffOf(client))
  if (created)
    return (
      <OrderCreated
        {...created}
        client={copied && client}
        onAnother={() => (setIsAnother(true), setCreated(undefined))}
      />
    )
  const currency = clients.find(({ code }) => code === client)?.currencyCode ?? 'GBP'
  return (
    <CreateOrderForm
      client={client}
      copied={copied}
      currency={currency}
      params={params}
      daysOff={daysOff}
      isFocused={isAnother || copied !== undefined}
      isBegun={isBegun}
      onCreated={setCreated}
    />
  )
}
