import { Button, Checkbox, Group, Table, TextInput } from '@mantine/core'
import { allocationCodeName, type AllocationCode, ownAllocationCode, stock } from '@despatch/contract/stock/stock'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { call } from '../../kit/server/call.ts'
import { allocationCodes, codesChanged } from './stock-queries.ts'

type AllocationCodesProps = { readonly whyNot: string | undefined }

/** The client's allocation codes: the operator's, and its own to add, change and delete. */
export function AllocationCodes({ whyNot }: AllocationCodesProps) {
  const { data, error, refetch } = useQuery(allocationCodes)
  const [edited, setEdited] = useState<AllocationCode | 'new'>()
  const [deleted, setDeleted] = useState<AllocationCode>()
  if (edited !== undefined)
    return <CodeForm of={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
  return (
    <>
      <p>Stock of a SKU is held by code. Orders use only sellable stock.</p>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data && <CodesTable codes={data} whyNot={whyNot} onChange={setEdited} onDelete={setDeleted} />}
      <Group gap="xs" mt="md">
        <Button disabled={whyNot !== undefined} onClick={() => setEdited('new')} data-autofocus>
          Create code
        </Button>
        <DisabledReason reasons={[whyNot]} />
      </Group>
      <ConfirmDialog
        opened={deleted !== undefined}
        title={`Delete ${deleted?.title ?? ''}?`}
        confirmLabel="Delete"
        isDangerous
        onConfirm={() => call(stock.removeAllocationCode, { params: { code: deleted?.code ?? '' } })}
        onDone={({ message }) => {
          notify.success(message)
          void codesChanged()
        }}
        onClose={() => setDeleted(undefined)}
      >
        <p>An operator’s code is reset. Any other is deleted, if it has no stock.</p>
      </ConfirmDialog>
    </>
  )
}

type CodesTableProps = AllocationCodesProps & {
  readonly codes: readonly AllocationCode[]
  readonly onChange: (code: AllocationCode) => void
  readonly onDelete: (code: AllocationCode) => void
}

const CodesTable = ({ codes, whyNot, onChange, onDelete }: CodesTableProps) => (
  <Table.ScrollContainer minWidth={320}>
    <Table aria-label="Allocation codes" horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Code</Table.Th>
          <Table.Th>Title</Table.Th>
          <Table.Th>Available</Table.Th>
          <Table.Th visibleFrom="sm">Owner</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {codes.map((one) => (
          <Table.Tr key={one.code}>
            <Table.Td>{one.code}</Table.Td>
            <Table.Td>{one.title}</Table.Td>
            <Table.Td>{one.mayBePromised ? 'Counts' : 'Not counted'}</Table.Td>
            <Table.Td visibleFrom="sm">{one.isOwn ? 'Client' : 'Operator'}</Table.Td>
            <Table.Td>
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={whyNot !== undefined}
                  aria-label={`Change ${one.code}`}
                  onClick={() => onChange(one)}
                >
                  Change…
                </Button>
                {one.isOwn && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    disabled={whyNot !== undefined}
                    aria-label={`Delete ${one.code}`}
                    onClick={() => onDelete(one)}
                  >
                    Delete…
                  </Button>
                )}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const saved = ownAllocationCode.extend({ code: allocationCodeName })
const LABELS = { code: 'code', title: 'title', mayBePromised: 'available' }

type CodeFormProps = { readonly of: AllocationCode | undefined; readonly onDone: () => void }

function CodeForm({ of, onDone }: CodeFormProps) {
  const [initialValues] = useState(() => ({
    code: of?.code ?? '',
    title: of?.title ?? '',
    mayBePromised: of?.mayBePromised ?? false,
  }))
  const state = useContractForm({
    schema: saved,
    initialValues,
    draftKey: `allocation-code-${of?.code ?? 'new'}`,
    labels: LABELS,
    async onSubmit({ code, ...body }) {
      const { message } = await call(stock.saveAllocationCode, { params: { code }, body })
      notify.success(message)
      void codesChanged()
      onDone()
    },
    onCancel: onDone,
  })
  const { form } = state
  return (
    <DrawerForm title={of ? `Change ${of.code}` : 'Create code'} state={state} saveLabel="Save">
      <TextInput
        key={form.key('code')}
        {...form.getInputProps('code')}
        label="Code"
        description="Used in files and the API"
        disabled={of !== undefined}
        data-autofocus
      />
      <TextInput mt="sm" key={form.key('title')} {...form.getInputProps('title')} label="Title" />
      <Checkbox
        mt="md"
        key={form.key('mayBePromised')}
        {...form.getInputProps('mayBePromised', { type: 'checkbox' })}
        disabled={of?.code === SELLABLE}
        label="Counts as available in SKU File Report"
      />
    </DrawerForm>
  )
}
