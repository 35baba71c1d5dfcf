import { Button, Loader } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { grantsOf, type PermissionTree, titlesOf } from '@despatch/domain/administration/roles/permissions'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import styles from '../../kit/form/record.module.css'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { RoleFacts } from './role-facts.tsx'
import { roleRecord } from './role-queries.ts'

type RolePeekProps = {
  readonly role: Role | undefined
  readonly onClose: () => void
  readonly onOpen: (role: Role) => void
}

/** The side panel of a role: its facts, and what it opens and changes. */
export function RolePeek({ role, onClose, onOpen }: RolePeekProps) {
  return (
    <PeekDrawer of={role} title={roleTitle} onClose={onClose}>
      {(shown) => (
        <>
          <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(shown)}>
            Open role
          </Button>
          <RoleFacts role={shown} />
          <Permitted id={shown._id} />
        </>
      )}
    </PeekDrawer>
  )
}

function Permitted({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(roleRecord(id))
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loader size="sm" mt="md" aria-label="Loading permissions" />
  return data?.permissions && <Opened permissions={data.permissions} />
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
      {listed('Can edit', [...edits])}
      {listed('Can view', reads)}
      {edits.size + reads.length === 0 && <p>No screens.</p>}
    </>
  )
}
