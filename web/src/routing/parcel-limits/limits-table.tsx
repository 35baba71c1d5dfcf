import { Group, Skeleton, Table } from '@mantine/core'
import type { LimitedMethod } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { ExportRows } from '../../kit/list/export/export-rows.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { limitsAddress } from './addresses.ts'
import { LIMIT_COLUMNS } from './limit-columns.ts'
import { limitsBySlot, limitText } from './limit-values.ts'
import styles from './parcel-limits.module.css'

type LimitsTableProps = {
  /** The name of the carrier or service, or 'all methods'. */
  readonly of: string
  readonly methods: readonly LimitedMethod[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

/** A table of methods' limits with links to each method. */
export function LimitsTable({ of, methods, error, onRetry }: LimitsTableProps) {
  if (!methods)
    return error ? (
      <TableProblem error={error} onRetry={onRetry} isInline />
    ) : (
      <Skeleton height={96} aria-label="Loading" />
    )
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <ExportRows table="parcel-limits" title={`Limits of ${of}`} columns={LIMIT_COLUMNS} rows={methods} />
      </Group>
      <Table.ScrollContainer minWidth={880}>
        <Table aria-label={`Limits of ${of}`} className={styles.table} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Carrier</Table.Th>
              <Table.Th>Service</Table.Th>
              <Table.Th>Method</Table.Th>
              <Table.Th>Description</Table.Th>
              {LIMIT_TYPES.map((type) => (
                <Table.Th key={type} className="number">
                  {LIMIT_SLOTS[type].title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {methods.map((method, at) => {
              const limits = limitsBySlot(method)
              const before = methods[at - 1]
              const isSameCarrier = before?.carrier === method.carrier
              return (
                <Table.Tr key={method.methodId} data-first={!isSameCarrier || undefined}>
                  <Table.Td className={isSameCarrier ? styles.again : undefined}>{method.carrierName}</Table.Td>
                  <Table.Td
                    className={
                      isSameCarrier && before.carrierService === method.carrierService ? styles.again : undefined
                    }
                  >
                    {method.carrierService}
                  </Table.Td>
                  <Table.Td>
                    <ScreenLink to={limitsAddress(method.methodId)}>
                      <span className="reference">{method.methodId}</span>
                    </ScreenLink>
                  </Table.Td>
                  <Table.Td>{method.methodDescription}</Table.Td>
                  {LIMIT_TYPES.map((type) => (
                    <Table.Td key={type} className="number">
                      <span className={limits[type] === null ? styles.none : undefined}>
                        {limitText(type, limits[type])}
                      </span>
                    </Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
