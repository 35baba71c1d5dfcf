import type { LimitedMethod } from '@despatch/contract/parcel-limits/parcel-limits'
import recordStyles from '../form/record.module.css'

/** Which method it is. */
export function MethodFacts({ method }: { readonly method: LimitedMethod }) {
  return (
    <dl className={recordStyles.facts}>
      <div>
        <dt>Method</dt>
        <dd className="reference">{method.methodId}</dd>
      </div>
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
