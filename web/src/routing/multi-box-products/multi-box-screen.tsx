import { useQuery } from '@tanstack/react-query'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { ForOneClient } from '../../sign-in/sessions/for-one-client.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { ComponentExceptions } from './component-exceptions.tsx'
import { MultiBoxForm } from './multi-box-form.tsx'
import { multiBoxNow } from './multi-box-queries.ts'
import { MultiBoxOfAll } from './multi-box-of-all.tsx'
import { flagText, rowsWith, valuesOf } from './multi-box-values.ts'
import styles from './multi-box.module.css'
import { ProductTable } from './product-table.tsx'

const TITLE = 'Multi Box Products: Routing'

/** Multi Box Products: which products' boxes ship with one carrier. */
export function MultiBoxScreen() {
  return (
    <ForOneClient title={TITLE} what="see its multi-box routing" ofAll={<MultiBoxOfAll title={TITLE} />}>
      {(client) => <OfClient key={client} />}
    </ForOneClient>
  )
}

function OfClient() {
  const { data: stored, error, refetch } = useQuery(multiBoxNow)
  const whyNot = useEditDisabledReason('carrierRoutingControl.multiBoxProductsRouting')
  if (!stored) return <RecordLoading title={TITLE} error={error} onRetry={() => void refetch()} />
  if (!whyNot) return <MultiBoxForm title={TITLE} stored={stored} />
  return (
    <section className={recordStyles.screen} aria-label={TITLE}>
      <div className={styles.head}>
        <h1>{TITLE}</h1>
        <RuleBookLink />
      </div>
      <p role="note">{whyNot}</p>
      <FindingsOf kinds={['multi-box', 'multi-box-exception']} />
      <dl className={recordStyles.facts}>
        <div>
          <dt>By default, ship boxes of a product with</dt>
          <dd>{flagText(stored.Same_Component_Carrier_Default)}</dd>
        </div>
      </dl>
      <ProductTable rows={rowsWith(stored, valuesOf(stored))} />
      <ComponentExceptions />
    </section>
  )
}
