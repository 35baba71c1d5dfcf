import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { RuleBookLink } from '../rule-book/rule-book-link.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { PRICES } from '../prices/addresses.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { limitsAddress } from './addresses.ts'
import { allLimits, carriersWithServices, type LimitSearch } from './limit-queries.ts'
import { LimitsTable } from './limits-table.tsx'
import { PackingSection } from './packing-section.tsx'
import styles from './parcel-limits.module.css'

const TITLE = 'Carrier: Parcel Limits'

type LimitsFilterProps = { readonly search: LimitSearch; readonly onChange: (part: Partial<LimitSearch>) => void }

/** Compares the limits of methods, filtered by carrier and service, with links to each. */
export function LimitsFilter({ search: { carrier, service }, onChange }: LimitsFilterProps) {
  const goTo = useGoTo()
  const { data: carriers, error, refetch } = useQuery(carriersWithServices)
  const services = carriers?.find((one) => one.carrier === carrier)?.services ?? []
  const isService = services.some(({ serviceId }) => serviceId === service)
  const all = useQuery(allLimits)
  const methods = all.data?.filter(
    (one) => (carrier === '' || one.carrier === carrier) && (service === '' || one.carrierService === service),
  )
  if (!carriers) return <RecordLoading title={TITLE} error={error} onRetry={() => void refetch()} />

  function chooseCarrier(code: string) {
    const [only, ...others] = carriers?.find((one) => one.carrier === code)?.services ?? []
    onChange({ carrier: code, service: only && others.length === 0 ? only.serviceId : '' })
  }
  const isCarrier = carriers.some((one) => one.carrier === carrier)
  return (
    <section className={styles.screen} aria-label={TITLE}>
      <div className={styles.head}>
        <h1>{TITLE}</h1>
        <RuleBookLink />
      </div>
      {carriers.length === 0 ? (
        <NoCarriers />
      ) : (
        <div className={styles.choices}>
          <SearchSelect
            label="Carrier"
            placeholder="All carriers"
            data={carriers.map((one) => ({
              value: one.carrier,
              label: `${one.carrierName} (${one.carrier})${one.services.length === 0 ? ': no methods yet' : ''}`,
              disabled: one.services.length === 0,
            }))}
            value={isCarrier ? carrier : null}
            error={carrier !== '' && !isCarrier && `This client has no carrier ${carrier}`}
            onChange={(code) => (code ? chooseCarrier(code) : onChange({ carrier: '', service: '' }))}
            clearable
            clearButtonProps={{ 'aria-label': 'All carriers' }}
            nothingFoundMessage="No carrier found"
          />
          <SearchSelect
            label="Service"
            placeholder={isCarrier ? 'All services' : 'Choose the carrier first'}
            data={services.map((one) => ({
              value: one.serviceId,
              label: `${one.carrierService}, ${one.methods === 1 ? '1 method' : `${one.methods} methods`}`,
            }))}
            value={isService ? service : null}
            error={isCarrier && service !== '' && !isService && `This carrier has no service ${service}`}
            disabled={!isCarrier}
            onChange={(chosen) => onChange({ service: chosen ?? '' })}
            clearable
            clearButtonProps={{ 'aria-label': 'All services' }}
            nothingFoundMessage="No service found"
          />
          <SearchSelect
            label="Method"
            placeholder="Search"
            data={(methods ?? []).map((one) => ({
              value: one.methodId,
              label: `${one.methodDescription} (${one.methodId})`,
            }))}
            value={null}
            onChange={(id) => id && goTo(limitsAddress(id))}
            nothingFoundMessage="No method found"
          />
        </div>
      )}
      {carriers.length > 0 && (
        <LimitsTable
          of={service || carrier || 'all methods'}
          methods={methods}
          error={all.error}
          onRetry={() => void all.refetch()}
        />
      )}
      <FindingsOf kinds={['parcel-limits', 'packing']} />
      <PackingSection />
    </section>
  )
}

function NoCarriers() {
  const opensPrices = useCanOpen('carrierRoutingControl.carrierPrices')
  return (
    <p>
      No carrier service is contracted for this client yet. Add the first in{' '}
      {opensPrices ? (
        <ScreenLink to={PRICES} underline="always">
          Carrier Prices
        </ScreenLink>
      ) : (
        'Carrier Prices'
      )}
      .
    </p>
  )
}
