import { Alert } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { lackWords } from '@despatch/domain/orders/needs-attention'
import { Status } from '../kit/list/columns/cells.tsx'

type Given = { readonly order: Pick<OrderRow, 'needsAttention'> }

export const NEEDS_ATTENTION = 'Needs attention'

/** What an order lacks, in a few words each; empty where it lacks nothing. */
export const attentionText = ({ needsAttention }: Given['order']) =>
  needsAttention.map((lack) => lackWords(lack).short).join(', ')

/** That an order lacks something to be delivered; what it is stands in its title. */
export function AttentionBadge({ order }: Given) {
  const text = attentionText(order)
  if (text === '') return null
  return (
    <span title={text}>
      <Status meaning="attention">{NEEDS_ATTENTION}</Status>
    </span>
  )
}

/** What an order lacks to be delivered, and how to mend each. */
export function AttentionReasons({ order: { needsAttention } }: Given) {
  if (needsAttention.length === 0) return null
  return (
    <Alert color="attention" variant="light" title={NEEDS_ATTENTION} role="note">
      <ul>
        {needsAttention.map((lack) => {
          const { short, mend } = lackWords(lack)
          return (
            <li key={lack}>
              {short}. {mend}.
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
