import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconDeviceDesktop,
  IconDevices,
  IconKey,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { ChangePasswordDialog } from '../../sign-in/password/change-password-dialog.tsx'
import { OwnSessionsDialog } from '../../sign-in/sessions/own-sessions-dialog.tsx'
import { SecondFactorDialog } from '../../sign-in/two-factor/second-factor-dialog.tsx'
import { session } from '../../kit/session/session-store.ts'
import { useSignOut } from '../../sign-in/sessions/use-sign-out.tsx'
import { usePaletteActions } from '../../kit/navigation/palette-actions.ts'
import { updatePreferences, usePreferences } from '../../kit/browser/preferences.ts'
import { useStore } from '../../kit/browser/store.ts'
import styles from './frame.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const
const DENSITIES = [
  { value: 'dense', label: 'Compact rows (32 px)' },
  { value: 'usual', label: 'Standard rows (36 px)' },
  { value: 'comfortable', label: 'Comfortable rows (44 px)' },
] as const

/** The menu with the user's name, preferences, account dialogs and Sign out. */
export function UserMenu() {
  const user = useStore(session.store, (state) => state.user)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { density, letterKeys } = usePreferences()
  const signOut = useSignOut()
  const [isChanging, password] = useDisclosure()
  const [isTwoFactorOpen, twoFactor] = useDisclosure()
  const [areSessionsOpen, sessions] = useDisclosure()
  usePaletteActions(() => [
    ...SCHEMES.filter(({ value }) => value !== colorScheme).map(({ value, label }) => ({
      id: `colours ${value}`,
      group: 'Actions',
      label: `Colours: ${label}`,
      words: 'settings',
      run: () => setColorScheme(value),
    })),
    ...DENSITIES.filter(({ value }) => value !== density).map(({ value, label }) => ({
      id: `rows ${value}`,
      group: 'Actions',
      label,
      words: 'settings tables density',
      run: () => updatePreferences({ density: value }),
    })),
    {
      id: 'letter-keys',
      group: 'Actions',
      label: `Switch single-letter keys ${letterKeys ? 'off' : 'on'}`,
      words: 'settings',
      run: () => updatePreferences({ letterKeys: !letterKeys }),
    },
    ...[
      { id: 'password', label: 'Change password', run: password.open },
      { id: 'two-factor', label: 'Two-factor sign-in', run: twoFactor.open },
      { id: 'sessions', label: 'Sessions', run: sessions.open },
      { id: 'sign-out', label: 'Sign out', run: signOut.ask },
    ].map((action) => ({ ...action, group: 'Actions' })),
  ])
  const name = user ? `${user.first_name} ${user.last_name}`.trim() || user.username : ''

  return (
    <>
      <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={styles.userButton} aria-label={`${name}: your menu`}>
            <IconUserCircle size={18} aria-hidden />
            <span className={styles.userName}>{name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={styles.whoAmI}>
            <strong>{name}</strong>
            <span>
              {user?.username}, {user?.role.name}
            </span>
          </div>
          <Menu.Divider />
          <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
            <Menu.Label>Colours</Menu.Label>
            {SCHEMES.map(({ value, label, Icon }) => (
              <Menu.RadioItem key={value} value={value} closeMenuOnClick={false} rightSection={<Icon size={15} />}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.RadioGroup
            value={density}
            onChange={(value) => updatePreferences({ density: value as typeof density })}
          >
            <Menu.Label>Tables</Menu.Label>
            {DENSITIES.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={letterKeys}
            onChange={(checked) => updatePreferences({ letterKeys: checked })}
            closeMenuOnClick={false}
          >
            Single-letter keys
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKey size={15} />} onClick={password.open}>
            Change password
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={15} />}
            rightSection={<span className={styles.quiet}>{user?.otp_enabled ? 'On' : 'Off'}</span>}
            onClick={twoFactor.open}
          >
            Two-factor sign-in
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices size={15} />} onClick={sessions.open}>
            Sessions
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={15} />} onClick={signOut.ask}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {signOut.dialog}
      <ChangePasswordDialog opened={isChanging} onClose={password.close} />
      <SecondFactorDialog opened={isTwoFactorOpen} onClose={twoFactor.close} />
      <OwnSessionsDialog opened={areSessionsOpen} onClose={sessions.close} />
    </>
  )
}
