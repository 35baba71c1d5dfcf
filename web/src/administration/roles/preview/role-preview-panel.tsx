import { Loader } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { MENU } from '@despatch/domain/administration/roles/menu'
import { formatCount } from '@despatch/domain/money/money'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import {
  holdsRight,
  permissionTemplate,
  titlesOf,
  withoutEntries,
} from '@despatch/domain/administration/roles/permissions'
import { isAdministratorType, isInternalType, roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../kit/server/api-error.ts'
import { visibleMenu } from '../../../kit/navigation/menu-entries.ts'
import { MenuEntries } from '../../../kit/navigation/menu-tree.tsx'
import { useStore } from '../../../kit/browser/store.ts'
import recordStyles from '../../../kit/form/record.module.css'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { session, type Session } from '../../../kit/session/session-store.ts'
import { useCanOpen } from '../../../kit/session/use-rights.ts'
import { type Difference, roleDifference } from './role-preview.ts'
import { clientOfRole } from '../role-columns.tsx'
import { usersOfRole } from '../role-queries.ts'
import type { RoleValues } from '../role-values.ts'
import styles from '../roles.module.css'
import { useWithheld } from './use-withheld.ts'

type RolePreviewPanelProps = {
  readonly role: Role | undefined
  /** The role that a new one is a copy of, if any. */
  readonly original: Role | undefined
  readonly values: RoleValues
}

/** The menu as users with the role will see it, what they gain and lose, and who they are. */
export function RolePreviewPanel({ role, original, values }: RolePreviewPanelProps) {
  const own = useStore(session.store)
  const none = permissionTemplate()
  // Users of an inactive role cannot sign in: before, they had nothing.
  const was = role?.active === false ? none : ((role ?? original)?.permissions ?? none)
  const is = values.active ? values.permissions : none
  // The role may move to another client, which withholds different entries.
  const cutBefore = useWithheld(role ?? original ?? values)
  const cut = useWithheld(values)
  if (cut.isLoading || cutBefore.isLoading) return <Loader size="sm" aria-label="Loading the client’s settings" />
  const permissions = withoutEntries(is, [...cut.byClient, ...cut.notSeen])
  const hidden = cut.notSeen.filter((leaf) => holdsRight(is, leaf, 'Enable'))
  const difference = roleDifference(
    {
      permissions: withoutEntries(was, [...cutBefore.byClient, ...cutBefore.notSeen]),
      isInternal: isInternalType((role ?? original ?? values).type),
    },
    { permissions, isInternal: isInternalType(values.type) },
  )
  const entries = visibleMenu(MENU, sessionWithRole(own, { ...values, permissions }), '')
  return (
    <div className={styles.preview}>
      <section aria-label="The menu">
        <h2>The menu</h2>
        <div className={styles.previewMenu}>
          {entries.length > 0 ? <MenuEntries entries={entries} isPreview /> : <p>No screens.</p>}
        </div>
        {cut.byClient.length > 0 && (
          <p className={recordStyles.remark}>
            Without the {formatCount(cut.byClient.length)} {cut.byClient.length === 1 ? 'entry' : 'entries'} that{' '}
            {clientOfRole(values.client)} does not have: its menu options, what is switched off, its parameters.
          </p>
        )}
        {hidden.length > 0 && (
          <p className={recordStyles.remark}>
            Without {hidden.map((leaf) => titlesOf(leaf).at(-1)).join(' and ')}:{' '}
            {hidden.length === 1 ? 'it shows' : 'they show'} prices, capacities or carriers that are hidden from these
            users.
          </p>
        )}
        {!cut.isWhole && (
          <p className={recordStyles.remark}>
            A client’s menu options, parameters and settings may take away more from that client’s users.
          </p>
        )}
      </section>
      <div>
        <h2>{comparisonTitle({ role, original })}</h2>
        {role && !values.active && <p>The role is inactive, so its users can’t sign in.</p>}
        <Part title="In the menu" difference={difference.menu} />
        <Part title="Screens" difference={difference.screens} />
        <Part title="Calls" difference={difference.calls} />
        <h3>Users</h3>
        {role ? <AffectedUsers role={role} /> : <p className={recordStyles.remark}>No users have this role.</p>}
      </div>
    </div>
  )
}

function comparisonTitle({ role, original }: Pick<RolePreviewPanelProps, 'role' | 'original'>): string {
  if (role) return 'Compared with the saved role'
  return original ? `Against ${roleTitle(original)} (the original)` : 'Access'
}

function Part({ title, difference: { gained, lost } }: { title: string; difference: Difference }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {gained.length + lost.length === 0 && <p className={recordStyles.remark}>No changes.</p>}
      {gained.length > 0 && (
        <>
          <span className={recordStyles.remark}>
            {formatCount(gained.length)} {gained.length === 1 ? 'appears' : 'appear'}
          </span>
          <ul className={styles.gained} aria-label={`${title} that appear`}>
            {gained.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      {lost.length > 0 && (
        <>
          <span className={recordStyles.remark}>
            {formatCount(lost.length)} {lost.length === 1 ? 'disappears' : 'disappear'}
          </span>
          <ul className={styles.lost} aria-label={`${title} that disappear`}>
            {lost.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const MAX_LISTED_NAMES = 8

function AffectedUsers({ role }: { role: Role }) {
  const mayAsk = useCanOpen(ENTRIES.manageUsers, ENTRIES.amendMultipleUsers)
  const { data, error } = useQuery({ ...usersOfRole(role._id, MAX_LISTED_NAMES), enabled: mayAsk && role.users > 0 })
  const count = data?.total ?? role.users
  if (count === 0) return <p className={recordStyles.remark}>None of the users you can see have this role.</p>
  const names = data?.users.map((user) => `${user.first_name} ${user.last_name} (${user.username})`) ?? []
  const more = count - names.length
  return (
    <p>
      It applies at once to {count === 1 ? 'the 1 user who has' : `the ${formatCount(count)} users who have`} it
      {names.length > 0 && `: ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`}.
      {error && ` We couldn’t load their names: ${messageOf(error)}`}
    </p>
  )
}

/** The user's session with another role. */
function sessionWithRole(own: Session, { type, permissions, name, client }: RoleValues): Session {
  if (!own.user) return own
  const role = {
    ...own.user.role,
    name,
    iforce_user: isInternalType(type),
    isAdministrator: isAdministratorType(type),
    permissions,
  }
  // The permissions are already without what the client withholds.
  const clients = [{ code: client, name: '', currencyCode: '', withheld: [], switchedOff: [], sees: SEES_EVERYTHING }]
  return { user: { ...own.user, role }, clients, client }
}
