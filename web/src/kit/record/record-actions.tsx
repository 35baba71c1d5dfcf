import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { actKey } from '../keys/act-keys.ts'
import { useKeys } from '../keys/keys.ts'
import { usePaletteActions } from '../navigation/palette-actions.ts'
import { ScreenButton } from '../navigation/screen-link.tsx'
import { useGoTo } from '../navigation/use-go-to.ts'
import { DisabledReason } from '../list/disabled-reason.tsx'
import { notify } from '../notify/notify.ts'
import { messageOf } from '../server/api-error.ts'
import styles from './record-page.module.css'

/**
 * Something a user can do with a record: `to` opens a screen, `onAct` does it here. A second click while it runs does
 * nothing, and its error is shown.
 */
export type RecordAction = {
  readonly label: string
  readonly to?: string
  readonly onAct?: () => void | Promise<void>
  /** Why the user may not. */
  readonly whyNot?: string | undefined
  /** Disabled for a moment, while something else runs. */
  readonly isWaiting?: boolean
  /** The letter that does it. */
  readonly letter?: string
  /** It cannot be undone: last in the menu. */
  readonly isDangerous?: boolean
}

type Maybe = RecordAction | false | undefined

type RecordActionsProps = {
  /** Names the group. */
  readonly label: string
  readonly primary?: Maybe
  /** Actions by importance: the first has a button, the others are in the menu. */
  readonly others: readonly Maybe[]
  /** Undo of the last action, or its problem. */
  readonly children?: ReactNode
}

/** The actions of a record: one primary button, one other, and a menu with dangerous ones last. */
export function RecordActions({ label, primary, others, children }: RecordActionsProps) {
  const goTo = useGoTo()
  const rest = others.filter((one) => one !== undefined && one !== false)
  const secondary = rest.find(({ isDangerous }) => !isDangerous)
  const [harmless, dangerous] = [false, true].map((isDanger) =>
    rest.filter((one) => one !== secondary && (one.isDangerous ?? false) === isDanger),
  ) as [RecordAction[], RecordAction[]]
  const shown = [primary, secondary].filter((one) => one !== undefined && one !== false)
  const inMenu = [...harmless, ...dangerous]
  const running = useRef(new Set<string>())
  async function act({ label: name, onAct }: RecordAction) {
    if (running.current.has(name)) return
    running.current.add(name)
    try {
      await onAct?.()
    } catch (error) {
      notify.danger(messageOf(error))
    } finally {
      running.current.delete(name)
    }
  }
  const run = (one: RecordAction) => (one.to === undefined ? void act(one) : goTo(one.to))
  const usable = [...shown, ...inMenu].filter(({ whyNot, isWaiting }) => whyNot === undefined && !isWaiting)
  useKeys(Object.fromEntries(usable.flatMap((one) => (one.letter ? [[one.letter, () => run(one)]] : []))))
  // Buttons on the screen are offered anyway.
  usePaletteActions(() =>
    inMenu
      .filter((one) => usable.includes(one))
      .map((one) => ({ id: `record ${one.label}`, group: 'On this screen', label: one.label, run: () => run(one) })),
  )
  return (
    <span className={styles.acts} role="group" aria-label={label}>
      {shown.map((one) => (
        <ActionButton key={one.label} action={one} isPrimary={one === primary} onRun={() => run(one)} />
      ))}
      {inMenu.length > 0 && (
        <Menu position="bottom-end" shadow="md" withinPortal={false}>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="More actions" title="More actions">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {harmless.map((one) => (
              <ActionItem key={one.label} action={one} onRun={() => run(one)} />
            ))}
            {harmless.length > 0 && dangerous.length > 0 && <Menu.Divider />}
            {dangerous.map((one) => (
              <ActionItem key={one.label} action={one} onRun={() => run(one)} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {children}
      <DisabledReason reasons={shown.map(({ whyNot }) => whyNot)} />
    </span>
  )
}

type ActionButtonProps = {
  readonly action: RecordAction
  readonly isPrimary: boolean
  readonly onRun: () => void
}

function ActionButton({ action: { label, to, whyNot, isWaiting, letter }, isPrimary, onRun }: ActionButtonProps) {
  const looks = { size: 'xs', variant: isPrimary ? 'filled' : 'default', ...(letter && actKey(letter)) } as const
  if (to !== undefined && whyNot === undefined)
    return (
      <ScreenButton to={to} {...looks}>
        {label}
      </ScreenButton>
    )
  return (
    <Button {...looks} disabled={whyNot !== undefined || isWaiting === true} onClick={onRun}>
      {label}
    </Button>
  )
}

function ActionItem({ action, onRun }: { readonly action: RecordAction; readonly onRun: () => void }) {
  return (
    <Menu.Item
      {...(action.isDangerous && { color: 'bad' })}
      disabled={action.whyNot !== undefined || action.isWaiting === true}
      {...(action.letter && actKey(action.letter))}
      onClick={onRun}
    >
      {action.label}
      {action.whyNot !== undefined && <div className={styles.whyNot}>{action.whyNot}</div>}
    </Menu.Item>
  )
}
