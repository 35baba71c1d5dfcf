import { Chip, Group, Input } from '@mantine/core'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { useId } from 'react'
import { statusWord } from '../orders/order-meaning.ts'

type Given = { readonly value: readonly OrderStatus[]; readonly onChange: (status: OrderStatus[]) => void }

/** Which statuses are asked for; none of them is any. */
export function StatusField({ value, onChange }: Given) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <Input.Label component="span" id={id}>
        Status
      </Input.Label>
      <Chip.Group multiple value={[...value]} onChange={(codes) => onChange(codes as OrderStatus[])}>
        <Group gap={6} mt={4}>
          {ORDER_STATUS_CODES.map((code) => (
            <Chip key={code} value={code} size="xs" radius="sm">
              {statusWord(code)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  )
}
