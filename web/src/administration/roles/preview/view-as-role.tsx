import { Button, Loader, Modal } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../kit/browser/chunks.ts'
import type { RoleValues } from '../role-values.ts'

// It walks the whole contract, which the form itself has no need of.
const Preview = lazy(() =>
  loadChunk(() => import('./role-preview-panel.tsx')).then((chunk) => ({ default: chunk.RolePreviewPanel })),
)

type ViewAsRoleProps = {
  /** The role as it is; undefined for a new one. */
  readonly role: Role | undefined
  /** What a new one began as a copy of; undefined where it is no copy. */
  readonly original: Role | undefined
  /** What is in the form now. */
  readonly values: () => RoleValues
}

/** 'View as this role': what someone with the role would see and could do once it is saved as it stands in the form. */
export function ViewAsRole({ role, original, values }: ViewAsRoleProps) {
  const [shown, setShown] = useState<RoleValues>()
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setShown(values())}>
        View as this role
      </Button>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title="View as this role"
        size={1100}
        yOffset="6dvh"
      >
        {shown && (
          <Suspense fallback={<Loader size="sm" aria-label="Loading the preview" />}>
            <Preview role={role} original={original} values={shown} />
          </Suspense>
        )}
      </Modal>
    </>
  )
}
