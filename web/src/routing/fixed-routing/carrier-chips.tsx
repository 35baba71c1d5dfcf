import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { carrierChoices } from './route-queries.ts'

type CarrierSelection = { readonly carrier: string; readonly service: string; readonly method: string }
type CarrierChipsProps = Partial<CarrierSelection> & {
  /** Missing if the filter has no service. */
  readonly service?: string
  readonly onChange: (part: Partial<CarrierSelection>) => void
}

/** Filters by carrier, service and method. Services and methods are limited to the selected carrier. */
export function CarrierChips({ carrier = '', service, method = '', onChange }: CarrierChipsProps) {
  const carriers = useQuery(carrierChoices).data ?? []
  const services = carriers.filter((one) => carrier === '' || one.carrier === carrier).flatMap((one) => one.services)
  const methods = services.filter((one) => !service || one.service === service).flatMap((one) => one.methods)
  return (
    <>
      <ChoiceChip
        name="Carrier"
        value={carrier}
        options={carriers.map((one) => ({ value: one.carrier, label: one.carrierName }))}
        onChange={(code) => onChange({ carrier: code, method: '', ...(service !== undefined && { service: '' }) })}
      />
      {service !== undefined && (
        <ChoiceChip
          name="Service"
          value={service}
          options={[...new Map(services.map((one) => [one.service, one.serviceName]))].map(([value, label]) => ({
            value,
            label,
          }))}
          onChange={(chosen) => onChange({ service: chosen, method: '' })}
        />
      )}
      <ChoiceChip
        name="Method"
        value={method}
        options={methods.map((one) => ({ value: one.method, label: `${one.methodName} (${one.method})` }))}
        onChange={(chosen) => onChange({ method: chosen })}
      />
    </>
  )
}
