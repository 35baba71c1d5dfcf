import { ActionIcon } from '@mantine/core'
import type { Goods } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { SkuRow } from '@despatch/contract/stock/stock'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import { SkuChooser } from './sku-chooser.tsx'
import styles from './multi-box.module.css'

type Boxes = Goods['components']

type BoxRowsProps = {
  readonly product: string
  readonly boxes: Boxes
  readonly describe: (code: string) => string
  readonly errorOf: (path: string) => ReactNode
  readonly onChange: (boxes: Boxes) => void
  readonly onChosen: (sku: SkuRow) => void
}

/** Edits the boxes of a product: SKUs with quantities. */
export function BoxRows({ product, boxes, describe, errorOf, onChange, onChosen }: BoxRowsProps) {
  const named = new Set(boxes.map(({ Code }) => Code))
  return (
    <fieldset className={styles.boxes}>
      <legend>Boxes</legend>
      {boxes.length === 0 && <p className={styles.remark}>One box, or shares one.</p>}
      <ul>
        {boxes.map(({ Code, quantity }, index) => (
          <li key={Code}>
            <div>
              <span className="reference">{Code}</span> {describe(Code)}
              {errorOf(`components.${index}.Code`) && (
                <div className={styles.error} role="alert">
                  {errorOf(`components.${index}.Code`)}
                </div>
              )}
            </div>
            <CountField
              data-path={`components.${index}.quantity`}
              size="xs"
              w={80}
              aria-label={`How many boxes of ${Code}`}
              value={quantity}
              error={errorOf(`components.${index}.quantity`)}
              // Text that is not a number stays in the form and is refused there.
              onChange={(next) =>
                onChange(boxes.map((box, place) => (place === index ? { ...box, quantity: next as number } : box)))
              }
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove the box ${Code}`}
              onClick={() => onChange(boxes.filter((_box, place) => place !== index))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <SkuChooser
        label="Add a box"
        path="components"
        error={errorOf('components')}
        isOffered={({ Code }) => Code !== product && !named.has(Code)}
        onChoose={(sku) => {
          onChosen(sku)
          onChange([...boxes, { Code: sku.Code, quantity: 1 }])
        }}
      />
    </fieldset>
  )
}
