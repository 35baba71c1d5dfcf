import { currencyOf } from '../../../kit/session/use-currency.ts'
import { Button } from '@mantine/core'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import { formatPrice } from '@despatch/domain/money/money'
import { Status } from '../../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../../kit/list/peek-drawer.tsx'
import { PeekHead } from '../../../kit/record/peek-head.tsx'
import { RecordSection } from '../../../kit/record/record-section.tsx'
import { MethodFacts, methodHead } from './method-facts.tsx'

type MethodPeekProps = {
  readonly method: PriceRow | undefined
  readonly onClose: () => void
  readonly onOpen: (method: PriceRow) => void
}

/** A preview of a method beside the list. */
export function MethodPeek({ method, onClose, onOpen }: MethodPeekProps) {
  return (
    <PeekDrawer of={method} title={({ clientMethodID }) => clientMethodID} onClose={onClose}>
      {(shown) => <Peeked method={shown} onOpen={onOpen} />}
    </PeekDrawer>
  )
}

type PeekedProps = { readonly method: PriceRow } & Pick<MethodPeekProps, 'onOpen'>

function Peeked({ method, onOpen }: PeekedProps) {
  const { status, facts } = methodHead(method)
  return (
    <>
      <PeekHead
        status={<Status meaning={status.meaning}>{status.word}</Status>}
        actions={
          <Button size="xs" data-autofocus onClick={() => onOpen(method)}>
            Open the method
          </Button>
        }
        facts={facts}
      />
      <RecordSection title="Price">
        {method.costOfOneParcel === null
          ? 'One parcel of 1 kg has no price on the next working day.'
          : `One parcel of 1 kg costs ${formatPrice(method.costOfOneParcel, currencyOf(method.client))} on the next working day.`}
      </RecordSection>
      <RecordSection title="Coverage">
        <MethodFacts method={method} />
      </RecordSection>
    </>
  )
}
