import { currencyOf } from '../../../kit/session/use-currency.ts'
import { Button } from '@mantine/core'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { formatPrice } from '@despatch/domain/money/money'
import { PeekDrawer } from '../../../kit/list/peek-drawer.tsx'
import { MethodFacts, MethodHead } from './method-facts.tsx'

type MethodPeekProps = {
  readonly method: PriceRow | undefined
  readonly onClose: () => void
  readonly onOpen: (method: PriceRow) => void
}

/** A preview of a method beside the list. */
export function MethodPeek({ method, onClose, onOpen }: MethodPeekProps) {
  return (
    <PeekDrawer of={method} title={({ clientMethodID }) => clientMethodID} onClose={onClose}>
      {(shown) => (
        <>
          <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(shown)}>
            Open the method
          </Button>
          <MethodHead method={shown} />
          <p>
            {shown.costOfOneParcel === null
              ? 'One parcel of 1 kg has no price on the next working day.'
              : `One parcel of 1 kg costs ${formatPrice(shown.costOfOneParcel, currencyOf(shown.client))} on the next working day.`}
          </p>
          <MethodFacts method={shown} />
        </>
      )}
    </PeekDrawer>
  )
}
