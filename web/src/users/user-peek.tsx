import { Button, Drawer } from '@mantine/core'
import type { User } from '@despatch/contract/users/user'
import { Reference } from '../table/cells.tsx'
import { useOpens } from './use-may.ts'
import { UserFacts } from './user-facts.tsx'

type Given = {
  readonly user: User | undefined
  readonly onClose: () => void
  readonly onOpen?: (user: User) => void
}

/** A look at a user beside the list. */
export function UserPeek({ user, onClose, onOpen }: Given) {
  const mayOpen = useOpens('manageUsers')
  return (
    <Drawer
      opened={user !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={user && <Reference text={user.username} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {user && (
        <>
          {onOpen && mayOpen && (
            <Button size="xs" mb="md" data-autofocus onClick={() => onOpen(user)}>
              Open the user
            </Button>
          )}
          <UserFacts user={user} />
        </>
      )}
    </Drawer>
  )
}
