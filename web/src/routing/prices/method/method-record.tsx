import { Status } from '../../../kit/list/columns/cells.tsx'
import { useGoTo } from '../../../kit/navigation/use-go-to.ts'
import { useDisclosure } from '@mantine/hooks'
import type { Price } from '@despatch/contract/routing/prices/prices'
import { pricingOf } from '@despatch/domain/routing/prices/written-pricing'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { FindingsOf } from '../../rule-book/findings-of.tsx'
import { RuleBookLink } from '../../rule-book/rule-book-link.tsx'
import { leaveRecord } from '../../../kit/tabs/leave-record.ts'
import { nameTab } from '../../../kit/tabs/window-tabs.ts'
import { RecordActions } from '../../../kit/record/record-actions.tsx'
import { RecordLoading } from '../../../kit/record/record-loading.tsx'
import { RecordPage } from '../../../kit/record/record-page.tsx'
import { RecordSection } from '../../../kit/record/record-section.tsx'
import recordStyles from '../../../kit/form/record.module.css'
import { useEditDisabledReason } from '../../../kit/session/use-rights.ts'
import { editAddress, methodAddress, methodTabId, PRICES } from '../addresses.ts'
import { EndMethodDialog } from './end-method-dialog.tsx'
import { MethodFacts, methodHead } from './method-facts.tsx'
import { MethodForm } from './method-form.tsx'
import { PriceForm } from '../price-form.tsx'
import { PriceChart } from '../price-chart.tsx'
import { PriceDetails } from '../price-details.tsx'
import { priceOf, type PriceSearch } from '../price-queries.ts'
import styles from '../prices.module.css'

type MethodRecordProps = { readonly id: string; readonly edit: PriceSearch['edit'] }

/** A method's tab: its details and prices, or a form for either. */
export function MethodRecord({ id, edit }: MethodRecordProps) {
  const goTo = useGoTo()
  const { data: price, error, refetch } = useQuery(priceOf(id))
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierPrices')
  useEffect(() => nameTab(methodTabId(id), id), [id])
  if (!price)
    return (
      <RecordLoading
        title={id}
        why={price === null ? 'Method not found. It may belong to another client.' : undefined}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  const leave = () => goTo(methodAddress(id))
  if (whyNot === undefined && edit === 'prices') return <PriceForm price={price} onLeave={leave} />
  if (whyNot === undefined && edit === 'method') return <MethodForm price={price} onLeave={leave} />
  return <MethodDetail price={price} whyNot={whyNot} />
}

function MethodDetail({ price, whyNot }: { readonly price: Price; readonly whyNot: string | undefined }) {
  const router = useRouter()
  const [isAsking, asking] = useDisclosure()
  const id = price.clientMethodID
  const pricing = useMemo(() => pricingOf(price), [price])
  const { status, facts } = methodHead(price)
  return (
    <section className={styles.record} aria-label={id}>
      <RecordPage
        title={id}
        status={
          <>
            <Status meaning={status.meaning}>{status.word}</Status>
            <RuleBookLink />
          </>
        }
        backTo={[PRICES]}
        actions={
          <RecordActions
            label="Method actions"
            primary={{ label: 'Edit prices', to: editAddress(id, 'prices'), whyNot }}
            others={[
              { label: 'Edit method', to: editAddress(id, 'method'), whyNot },
              { label: 'Delete method…', onAct: asking.open, whyNot, isDangerous: true },
            ]}
          />
        }
        facts={facts}
      >
        <FindingsOf kinds={['method']} of={id} />
        <div className={styles.beside}>
          <div>
            <RecordSection title="Price">
              <PriceDetails price={price} />
            </RecordSection>
            <RecordSection title="Coverage">
              <MethodFacts method={price} />
            </RecordSection>
          </div>
          {price.pricingMethod !== 'None' && (
            <div className={`${recordStyles.panel} ${styles.pictured}`}>
              <PriceChart pricing={pricing} />
            </div>
          )}
        </div>
      </RecordPage>
      <EndMethodDialog
        price={price}
        opened={isAsking}
        onClose={asking.close}
        onEnded={() => void leaveRecord(router, methodTabId(id), PRICES)}
      />
    </section>
  )
}
