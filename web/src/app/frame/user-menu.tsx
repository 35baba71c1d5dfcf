import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { session } from '../../session/session-store.ts'
import { useSignOut } from '../../session/use-sign-out.tsx'
import { prefer, usePreferences } from '../preferences.ts'
import { useStore } from '../store.ts'
import styles from './frame.module.css'

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'As the system', Icon: IconDeviceDesktop },
] as const
const DENSITIES = [
  { value: 'dense', label: 'Dense rows (32 px)' },
  { value: 'comfortable', label: 'Comfortable rows (40 px)' },
] as const

/** Who is signed in, how they like it, and the way out. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useStore(session.store, (state) => state.user)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { density, letterKeys } = usePreferences()
  const signOut = useSignOut()
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
          <Menu.RadioGroup value={density} onChange={(value) => prefer({ density: value as typeof density })}>
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
            onChange={(checked) => prefer({ letterKeys: checked })}
            closeMenuOnClick={false}
          >
            Single-letter keys
          </Menu.CheckboxItem>
          <Menu.Item leftSection={<IconKeyboard size={15} />} onClick={onShortcuts}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={15} />} onClick={signOut.ask}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {signOut.dialog}
    </>
  )
}
