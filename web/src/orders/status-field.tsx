import { Chip, Group, Input } from '@mantine/core'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { useId } from 'react'
import { statusWord } from './commands/order-meaning.ts'

type StatusFieldProps = {
  /** The statuses to choose of; all that there are, unless told. */
  readonly of?: readonly OrderStatus[]
  readonly value: readonly OrderStatus[]
  readonly onChange: (status: OrderStatus[]) => void
}

/** Which statuses are asked for; none of them is any. */
export function StatusField({ of = ORDER_STATUS_CODES, value, onChange }: StatusFieldProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <Input.Label component="span" id={id}>
        Status
      </Input.Label>
      <Chip.Group multiple value={[...value]} onChange={(codes) => onChange(codes as OrderStatus[])}>
        <Group gap={6} mt={4}>
          {of.map((code) => (
            <Chip key={code} value={code} size="xs" radius="sm">
              {statusWord(code)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  )
}
