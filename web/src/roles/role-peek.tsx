import { Button, Drawer, Loader } from '@mantine/core'
import type { Role } from '@despatch/contract/roles/roles'
import { grantsOf, type PermissionTree, titlesOf } from '@despatch/domain/roles/permissions'
import { roleTitle } from '@despatch/domain/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { TableProblem } from '../table/table-states.tsx'
import { RoleFacts } from './role-facts.tsx'
import { roleRecord } from './role-queries.ts'
import styles from './roles.module.css'

type Given = {
  readonly role: Role | undefined
  readonly onClose: () => void
  readonly onOpen: (role: Role) => void
}

/** A look at a role beside the list: what it is, and what it opens and changes. */
export function RolePeek({ role, onClose, onOpen }: Given) {
  const { data, error, refetch } = useQuery({ ...roleRecord(role?._id ?? ''), enabled: role !== undefined })
  return (
    <Drawer
      opened={role !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={role && roleTitle(role)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {role && (
        <>
          <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(role)}>
            Open the role
          </Button>
          <RoleFacts role={role} />
          {error && <TableProblem error={error} onRetry={() => void refetch()} />}
          {data?.permissions ? (
            <Opened permissions={data.permissions} />
          ) : (
            !error && <Loader size="sm" mt="md" aria-label="Loading what it permits" />
          )}
        </>
      )}
    </Drawer>
  )
}

function Opened({ permissions }: { readonly permissions: PermissionTree }) {
  const grants = grantsOf(permissions)
  const titled = (right: string) => grants.filter((grant) => grant.right === right).map(({ leaf }) => leaf)
  const edits = new Set(titled('Edit'))
  const reads = titled('Read Only').filter((leaf) => !edits.has(leaf))
  const listed = (title: string, leaves: readonly (typeof reads)[number][]) =>
    leaves.length > 0 && (
      <section className={styles.section}>
        <h2>{title}</h2>
        <ul className={styles.plain}>
          {leaves.map((leaf) => (
            <li key={leaf}>{titlesOf(leaf).join(' › ')}</li>
          ))}
        </ul>
      </section>
    )
  return (
    <>
      {listed('May change', [...edits])}
      {listed('May read', reads)}
      {edits.size + reads.length === 0 && <p>It opens no screen.</p>}
    </>
  )
}
