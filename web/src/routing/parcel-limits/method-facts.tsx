import type { LimitedMethod } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import recordStyles from '../../kit/form/record.module.css'

/** Details of the method in the title. */
export function MethodFacts({ method }: { readonly method: LimitedMethod }) {
  return (
    <dl className={recordStyles.facts}>
      <div>
        <dt>Carrier</dt>
        <dd>{method.carrierName}</dd>
      </div>
      <div>
        <dt>Service</dt>
        <dd>{method.carrierService}</dd>
      </div>
      <div>
        <dt>Description</dt>
        <dd>{method.methodDescription}</dd>
      </div>
    </dl>
  )
}
